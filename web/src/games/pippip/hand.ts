/** Which card of a hand an action of Pip-Pip plays, and the order of the hand. */

import type { HandCard } from "../../board/hand";
import { SUITS, rankOf, suitOf } from "../../lib/cards";

/** By suit, and within a suit by `ranks`, the highest first. */
export function sorted(hand: readonly HandCard[], ranks: string): HandCard[] {
  const place = ({ card }: HandCard): number =>
    SUITS.indexOf(suitOf(card) as (typeof SUITS)[number]) * 20 - ranks.indexOf(rankOf(card));
  return [...hand].sort((a, b) => place(a) - place(b) || Number(b.shown) - Number(a.shown));
}

/**
 * The name of the action that plays this very card. The server offers `… unused` only where there
 * is a choice between a shown and an unshown copy.
 */
export function playName(one: HandCard, legal: readonly string[]): string {
  const unused = `play ${one.card} unused`;
  return !one.shown && legal.includes(unused) ? unused : `play ${one.card}`;
}

/** The card of a hand that an action plays. */
export function cardOf(action: string, hand: readonly HandCard[]): HandCard | undefined {
  const [verb, card, copy] = action.split(" ");
  if (verb !== "play") return undefined;
  const copies = hand.filter((one) => one.card === card);
  return copies.find((one) => one.shown === (copy === undefined)) ?? copies[0];
}
