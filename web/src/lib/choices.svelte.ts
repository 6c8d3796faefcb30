/** What this person chose for the last table; remembered by the browser. */

import type { About, CreateTable, GameInfo } from "./protocol";
import { recall, remember } from "./storage";

export interface Choices {
  name: string;
  game: string;
  players: number;
  preset: string;
  /** What differs from the preset. */
  options: Record<string, string>;
  bot: string;
  turnSeconds: number;
  botPace: string;
}

const USUAL: Choices = {
  name: "",
  game: "pip-pip",
  players: 4,
  preset: "",
  options: {},
  bot: "",
  turnSeconds: 60,
  botPace: "human",
};

export const choices: Choices = $state({ ...USUAL, ...recall<Partial<Choices>>("choices", {}) });

export function keepChoices(): void {
  remember("choices", choices);
}

/** The game chosen, as this server has it. */
export function chosenGame(about: About): GameInfo | undefined {
  return about.games.find(({ name }) => name === choices.game) ?? about.games[0];
}

/** Lets go what this server does not have (any more). */
export function fitChoices(about: About): void {
  const game = chosenGame(about);
  if (game === undefined) return;
  choices.game = game.name;
  if (!game.presets.some(({ name }) => name === choices.preset))
    choices.preset = game.presets[0]?.name ?? "";
  if (!game.bots.includes(choices.bot)) choices.bot = game.bots.at(-1) ?? "";
  const known = new Set(game.choices.map(({ name }) => name));
  choices.options = Object.fromEntries(
    Object.entries(choices.options).filter(([name]) => known.has(name)),
  );
}

/** How many can play what is chosen: a changed set of options is for any number. */
export function playersOf(game: GameInfo, preset: string, isChanged: boolean): [number, number] {
  const named = game.presets.find(({ name }) => name === preset);
  return isChanged || named === undefined
    ? [game.least_players, game.most_players]
    : [named.least_players, named.most_players];
}

/** The request for a table; without `bots` the other seats stay free for friends. */
export function tableWanted(withBots: boolean): CreateTable {
  const { name, game, players, preset, options, bot, turnSeconds, botPace } = choices;
  return {
    game,
    players,
    name: name.trim() || "You",
    preset,
    options: { ...options },
    bots: withBots && bot ? new Array<string>(players - 1).fill(bot) : [],
    timing: { turn_seconds: turnSeconds, bot_pace: botPace as "human" },
  };
}
