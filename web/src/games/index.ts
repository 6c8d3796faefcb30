/** The games this page can show: one component each, loaded when its table is opened. */

import type { Component } from "svelte";

import type { LiveTable } from "../lib/live.svelte";

export type Board = Component<{ live: LiveTable }>;

interface Page {
  board: () => Promise<{ default: Board }>;
  /** What the game is, in one line. */
  motto: string;
  /** Cards that show its spirit. */
  fan: readonly string[];
}

const PAGES: Record<string, Page> = {
  "pip-pip": {
    board: () => import("./pippip/Board.svelte"),
    motto: "The noisy old card game for three to twelve.",
    fan: ["Qh", "Kh", "2s", "Ac", "Jd"],
  },
  savannah: {
    board: () => import("./savannah/Board.svelte"),
    motto: "A race of cards and dice for two to twelve.",
    fan: ["5s", "6d", "7c", "Kh", "As"],
  },
};

/** The board of a game; undefined if this page does not know the game. */
export async function loadBoard(game: string): Promise<Board | undefined> {
  return (await PAGES[game]?.board())?.default;
}

export const mottoOf = (game: string): string => PAGES[game]?.motto ?? "";
export const fanOf = (game: string): readonly string[] => PAGES[game]?.fan ?? [];
/** Whether this page can show the table of a game. */
export const isShown = (game: string): boolean => game in PAGES;
