/** The levels of play in words. A level this page does not know goes by its name. */

const WORDS: Record<string, string> = {
  random: "any card will do",
  casual: "a beginner",
  baseline: "careful",
  solid: "counts the cards",
  expert: "thinks ahead",
  master: "thinks far ahead",
};

/** Whether it is a level that this page knows, not a bot of the server's operator. */
export function isLevel(bot: string): boolean {
  return Object.hasOwn(WORDS, bot);
}

/** `solid` → "Solid". */
export function levelName(bot: string): string {
  return isLevel(bot) ? `${bot.charAt(0).toUpperCase()}${bot.slice(1)}` : bot;
}

/** `solid` → "Solid: counts the cards". */
export function levelWords(bot: string): string {
  return isLevel(bot) ? `${levelName(bot)}: ${WORDS[bot]}` : bot;
}
