/** Cards as the server writes them (`Qh`), for the eye and for the ear. No rule of any game. */

export const SUITS = ["s", "h", "c", "d"] as const;
export type Suit = "c" | "d" | "h" | "s";

const SUIT_WORDS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SUIT_SIGNS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };
const RANK_WORDS: Record<string, string> = {
  A: "Ace",
  K: "King",
  Q: "Queen",
  J: "Jack",
  T: "Ten",
  "9": "Nine",
  "8": "Eight",
  "7": "Seven",
  "6": "Six",
  "5": "Five",
  "4": "Four",
  "3": "Three",
  "2": "Two",
};

export const rankOf = (card: string): string => card[0] ?? "";
export const rankWord = (rank: string): string => RANK_WORDS[rank] ?? rank;
export const suitOf = (card: string): string => card[1] ?? "";
export const suitWord = (suit: string): string => SUIT_WORDS[suit] ?? suit;
export const suitSign = (suit: string): string => SUIT_SIGNS[suit] ?? suit;

/** `Qh` → "Queen of hearts". */
export function cardWords(card: string): string {
  return `${rankWord(rankOf(card))} of ${suitWord(suitOf(card))}`;
}

/** `Th` → "10♥". */
export function cardSigns(card: string): string {
  return `${rankOf(card) === "T" ? "10" : rankOf(card)}${suitSign(suitOf(card))}`;
}
