/** What the stage of every game does: banners, sentences for who listens, and things in a moment. */

import type { LiveTable } from "../lib/live.svelte";
import { pause } from "../lib/settings.svelte";

export interface Banner {
  id: number;
  text: string;
  detail: string;
  suit?: string;
  loud: boolean;
}

export class Staging {
  banner = $state.raw<Banner>();
  /** The last sentence, for who listens. */
  said = $state("");

  private lastId = 0;
  private timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(readonly live: LiveTable) {}

  get seat(): number | undefined {
    return this.live.seat;
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  /** "You" or the name; with the verb that goes with it. */
  protected who(seat: number, you: string, other: string): string {
    return seat === this.seat ? `You ${you}` : `${this.live.name(seat)} ${other}`;
  }

  protected show(text: string, detail: string, more: { suit?: string; loud?: boolean } = {}): void {
    const banner = { id: this.nextId(), text, detail, loud: false, ...more };
    this.banner = banner;
    this.said = detail ? `${text} ${detail}.` : text;
    this.after(pause(banner.loud ? 2000 : 1500), () => {
      if (this.banner?.id === banner.id) this.banner = undefined;
    });
  }

  protected after(ms: number, what: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      what();
    }, ms);
    this.timers.add(timer);
  }

  protected nextId(): number {
    return ++this.lastId;
  }
}
