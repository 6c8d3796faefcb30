/** What this browser remembers. A browser that remembers nothing (private windows) is no error. */

export function recall<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`parlour.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`parlour.${name}`, JSON.stringify(value));
  } catch {
    // Full or forbidden: the choice lasts as long as the page.
  }
}

/** The keys to seats, by table code, newest last; old ones are let go. */
const MOST_KEYS = 50;

export function keyTo(code: string): string | undefined {
  return recall<Record<string, string>>("keys", {})[code];
}

export function keepKey(code: string, key: string): void {
  const { [code]: _, ...others } = recall<Record<string, string>>("keys", {});
  const kept = Object.entries({ ...others, [code]: key }).slice(-MOST_KEYS);
  remember("keys", Object.fromEntries(kept));
}

export function dropKey(code: string): void {
  const { [code]: _, ...others } = recall<Record<string, string>>("keys", {});
  remember("keys", others);
}

/** Tables this browser sits at, newest first. */
export function knownTables(): string[] {
  return Object.keys(recall<Record<string, string>>("keys", {})).reverse();
}

const newTables = new Set<string>();

/** Notes that a table was made to be played at once. */
export function beginAt(code: string): void {
  newTables.add(code);
}

/** Whether a table was made to be played at once; said only once. */
export function begins(code: string): boolean {
  return newTables.delete(code);
}
