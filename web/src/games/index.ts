/** The games this page can show: one component each, loaded when its table is opened. */

import type { Component } from "svelte";

import type { LiveTable } from "../lib/live.svelte";

export type Board = Component<{ live: LiveTable }>;

const BOARDS: Record<string, () => Promise<{ default: Board }>> = {
  "pip-pip": () => import("./pippip/Board.svelte"),
};

/** The board of a game; undefined if this page does not know the game. */
export async function loadBoard(game: string): Promise<Board | undefined> {
  return (await BOARDS[game]?.())?.default;
}
