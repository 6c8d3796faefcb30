/** The levels of play in words. A level this page does not know goes by its name. */

const WORDS: Record<string, string> = {
  random: "any card will do",
  casual: "a beginner",
  baseline: "careful",
  solid: "counts the cards",
  expert: "thinks ahead",
  master: "thinks far ahead",
};

/** `solid` → "Solid: counts the cards". */
export function levelWords(bot: string): string {
  const name = bot.charAt(0).toUpperCase() + bot.slice(1);
  return WORDS[bot] ? `${name}: ${WORDS[bot]}` : name;
}
