/** The cards of the own hand as things with a place of their own, though a card may be there twice. */

export interface HandCard {
  id: string;
  card: string;
  /** Whether it lies open for all to see after a call. */
  shown: boolean;
}

let nextId = 1;

/**
 * The hand after the server has told what is in it now: cards that stay keep their identity and
 * their place; new ones come to the end. `gone` is the one known to have been played.
 */
export function updated(
  before: readonly HandCard[],
  cards: readonly string[],
  shown: readonly string[] = [],
  gone?: string,
): HandCard[] {
  const left = counted(cards);
  const open = counted(shown);
  const candidates = before.filter((one) => one.id !== gone);
  const taken = new Set<string>();
  for (const wantShown of [false, true])
    for (const one of candidates)
      if (one.shown === wantShown && take(left, one.card)) taken.add(one.id);
  const hand = candidates.filter((one) => taken.has(one.id));
  for (const [card, count] of left)
    for (let k = 0; k < count; k++) hand.push({ id: `${card}-${nextId++}`, card, shown: false });
  const keeps = new Set(hand.filter((one) => one.shown && take(open, one.card)).map(({ id }) => id));
  return hand.map((one) => {
    const isShown = keeps.has(one.id) || take(open, one.card);
    return isShown === one.shown ? one : { ...one, shown: isShown };
  });
}

/** The same hand with one card moved to another place. */
export function moved(hand: readonly HandCard[], id: string, to: number): HandCard[] {
  const card = hand.find((one) => one.id === id);
  if (card === undefined) return [...hand];
  const others = hand.filter((one) => one.id !== id);
  return [...others.slice(0, to), card, ...others.slice(to)];
}

function counted(cards: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, card: string): boolean {
  const count = counts.get(card) ?? 0;
  if (count === 0) return false;
  counts.set(card, count - 1);
  return true;
}
