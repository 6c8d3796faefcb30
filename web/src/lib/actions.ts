/** The names of actions, as the server tells which are legal. */

/** `{ play: ["Qh", "Kh unused"], pass: [""] }` in full: what may follow each first word. */
export function inFull(legal: Record<string, string[]>): string[] {
  return Object.entries(legal).flatMap(([word, ends]) => ends.map((end) => (end ? `${word} ${end}` : word)));
}
