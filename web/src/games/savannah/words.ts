/** Which cards foundations take, and why, in words. The server says what holds; see `SavannahView.takes`. */

import { rankOf, rankWord } from "../../lib/cards";
import type { SavannahView } from "../../lib/protocol";

/** Why a card may go on a foundation, in the order of the bits that the server tells it by. */
const WAYS = ["next_rank", "king", "dice", "ace"] as const;
export type Way = (typeof WAYS)[number];

/** In a word or two. */
export const SHORT: Record<Way, string> = {
  next_rank: "next rank",
  king: "on a king",
  dice: "the dice",
  ace: "an ace",
};

type Takes = SavannahView["takes"][number];
type Told = Pick<SavannahView, "ranks" | "dice">;

export const waysOf = (sum = 0): Way[] => WAYS.filter((_, k) => (sum >> k) & 1);

/** Why a foundation takes a card. */
export const waysOnto = (takes: Takes = {}, card: string): Way[] =>
  waysOf((takes[rankOf(card)] ?? 0) | (takes.any ?? 0));

const aRank = (rank: string): string =>
  `${rank === "A" || rank === "8" ? "an" : "a"} ${rankWord(rank).toLowerCase()}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const sumOf = ({ dice }: Told): number => (dice ? dice[0] + dice[1] : 0);

/** What a foundation takes: "Takes a four or an ace." */
export function takesWords(takes: Takes, top: string, told: Told): string {
  const { any = 0, ...ranks } = takes;
  const [always] = waysOf(any);
  if (always) return `Takes any card: ${always === "dice" ? `the dice make ${sumOf(told)}` : "it is a king"}.`;
  const words = Object.keys(ranks)
    .sort((a, b) => ranks[a]! - ranks[b]!)
    .map((rank) => (rank === rankOf(top) ? `another ${rankWord(rank).toLowerCase()}` : aRank(rank)));
  return `Takes ${words.join(" or ")}.`;
}

/** Why a card went where it went: "A four goes on a three." */
export function whyWords(way: Way, card: string, told: Told): string {
  const rank = rankOf(card);
  const sum = sumOf(told);
  switch (way) {
    case "next_rank":
      return `${capital(aRank(rank))} goes on ${aRank(told.ranks[told.ranks.indexOf(rank) - 1] ?? "")}.`;
    case "king":
      return "Any card goes on a king.";
    case "dice":
      return `The dice make ${sum}: any card goes on ${aRank(told.ranks[sum - 1] ?? "")}.`;
    case "ace":
      return "An ace goes on any card.";
  }
}
