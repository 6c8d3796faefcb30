/** What this person chose for the last table; remembered by the browser. */

import { isLevel } from "./bots";
import type { About, BotPace, CreateTable, GameInfo, Pace } from "./protocol";
import { recall, remember } from "./storage";

/** What is chosen for each game by itself. */
interface GameChoices {
  players: number;
  preset: string;
  /** What differs from the preset. */
  options: Record<string, string>;
  bot: string;
}

export interface Choices extends GameChoices {
  name: string;
  game: string;
  /** The choices for the games that are not chosen now. */
  others: Record<string, GameChoices>;
  pace: Pace;
  turnSeconds: number;
  botPace: BotPace;
}

const ANY: GameChoices = { players: 4, preset: "", options: {}, bot: "" };
const USUAL: Choices = {
  ...ANY,
  name: "",
  game: "pip-pip",
  others: {},
  pace: "real time",
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

/** Chooses a game, with what was chosen for it the last time. */
export function chooseGame(about: About, game: string): void {
  if (game === choices.game) return;
  const { players, preset, options, bot } = choices;
  const { [game]: kept = ANY, ...others } = choices.others;
  Object.assign(choices, {
    ...kept,
    game,
    others: { ...others, [choices.game]: { players, preset, options, bot } },
  });
  fitChoices(about);
  keepChoices();
}

/** Lets go what this server does not have (any more). */
export function fitChoices(about: About): void {
  const game = chosenGame(about);
  if (game === undefined) return;
  choices.game = game.name;
  if (!game.presets.some(({ name }) => name === choices.preset))
    choices.preset = game.presets[0]?.name ?? "";
  // Neither the weakest level nor one that thinks for long.
  const levels = game.bots.filter(isLevel);
  if (!game.bots.includes(choices.bot))
    choices.bot = levels[Math.floor(levels.length / 2)] ?? game.bots[0] ?? "";
  const known = new Set(game.choices.map(({ name }) => name));
  choices.options = Object.fromEntries(
    Object.entries(choices.options).filter(([name]) => known.has(name)),
  );
  const isChanged = Object.keys(choices.options).length > 0;
  const [least, most] = playersOf(game, choices.preset, isChanged);
  choices.players = Math.min(Math.max(choices.players, least), most);
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
  const { name, game, players, preset, options, bot, pace, turnSeconds, botPace } = choices;
  return {
    game,
    players,
    name: name.trim() || (withBots ? "You" : "Host"), // friends read it
    preset,
    options: { ...options },
    bots: withBots && bot ? new Array<string>(players - 1).fill(bot) : [],
    pace,
    ...(pace === "real time" ? { timing: { turn_seconds: turnSeconds, bot_pace: botPace } } : {}),
  };
}
