/** How this person likes the table; remembered by the browser. */

import { recall, remember } from "./storage";

export interface Settings {
  theme: "auto" | "light" | "dark";
  fourColours: boolean;
  largeIndexes: boolean;
  sound: boolean;
  vibration: boolean;
  /** Motion: how long things take, as a factor; 0: no motion. */
  speed: number;
  tapTwice: boolean;
  /** Savannah: whether to ask before a turn is ended in which something could still be played. */
  askBeforeEnd: boolean;
  showPoints: boolean;
  sortBySuit: boolean;
}

const USUAL: Settings = {
  theme: "auto",
  fourColours: false,
  largeIndexes: false,
  sound: true,
  vibration: true,
  speed: 1,
  tapTwice: false,
  askBeforeEnd: true,
  showPoints: true,
  sortBySuit: true,
};

export const settings: Settings = $state({ ...USUAL, ...recall<Partial<Settings>>("settings", {}) });

export function change<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  remember("settings", settings);
}

const still = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;
let reduced = $state(still?.matches ?? false);
still?.addEventListener("change", (event) => (reduced = event.matches));

/** Milliseconds of motion for what usually takes `ms`; 0 where no motion is wanted. */
export function motion(ms: number): number {
  return reduced ? 0 : ms * settings.speed;
}

/** Milliseconds to look at something that has happened; it does not vanish where nothing moves. */
export function pause(ms: number): number {
  return ms * (settings.speed === 0 ? 0.6 : settings.speed);
}
