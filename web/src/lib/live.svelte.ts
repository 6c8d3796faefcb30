/**
 * A live table: what the server has said of it, brought up to date one update after the other.
 *
 * Updates that come faster than one can look are let through at a pace that the game's board gives;
 * the board listens to each to move cards and make sounds. State is shown, never guessed.
 */

import { playAddress } from "./api";
import { Connection } from "./connection";
import type { Command, Link, Socket } from "./connection";
import { merged } from "./patch";
import { pause } from "./settings.svelte";
import { dropKey } from "./storage";
import type { FromServer, Happened, Orders, Refused, TableView, Update, Welcome, You } from "./protocol";

/** What a game's board does with the updates of its table. */
export interface Listener {
  /** Everything is new: nothing moves. */
  fresh?(): void;
  /** Called for each event, after the update's patches have been applied. */
  happened(event: Happened, step: Step): void;
  /** How many milliseconds to look at a step before the next is shown. */
  dwell(step: Step): number;
}

/** An update, or one event of an update that is shown piece by piece. */
export interface Step extends Update {
  /** Whether nothing of the update is left after it. */
  isLast: boolean;
}

export interface Notice {
  id: number;
  text: string;
  tone: "plain" | "bad";
}

/** More updates than this waiting: one is behind, and catches up without looking. */
const BEHIND = 6;
const NOTICE_MS = 4_500;

export class LiveTable {
  link = $state.raw<Link>({ state: "connecting", tries: 0 });
  table = $state.raw<TableView>();
  game = $state.raw<unknown>();
  own = $state.raw<unknown>();
  you = $state.raw<You>();
  here = $state.raw<number[]>([]);
  watching = $state(0);
  notices = $state.raw<Notice[]>([]);
  /** Whether this person is ready as soon as the lobby is there: Play now, and the next match. */
  beginsAtOnce = $state(false);
  /** Keys that the host has asked for, to give to their seats' persons. */
  freshKeys = $state.raw<Record<number, string>>({});

  /** Of the last update received; it may still wait to be shown. */
  private number = 0;
  private offset = 0;
  private queue: Step[] = [];
  private busy = $state.raw<ReturnType<typeof setTimeout>>();
  /** The moment of the server up to which waits for calls are over. */
  private waited = $state(0);
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private listener: Listener | undefined;
  private answers = new Map<number, (refused?: Refused) => void>();
  private nextNotice = 1;
  private readonly connection: Connection;

  constructor(
    readonly code: string,
    readonly key: string,
    open: () => Socket = () => new WebSocket(playAddress(code)),
  ) {
    this.connection = new Connection(open, key, {
      link: (link) => this.linked(link),
      message: (message) => this.receive(message),
      last: () => this.number,
    });
  }

  start(): void {
    this.connection.start();
  }

  stop(): void {
    clearTimeout(this.busy);
    clearTimeout(this.waiting);
    this.connection.stop();
  }

  hurry(): void {
    this.connection.hurry();
  }

  listen(listener: Listener): () => void {
    this.listener = listener;
    queueMicrotask(() => this.pump());
    return () => {
      if (this.listener === listener) this.listener = undefined;
    };
  }

  /** Sends a command; `answered` is called once it had its effect or was refused. */
  send(command: Command, answered?: (refused?: Refused) => void): void {
    const id = this.connection.command(command);
    this.answers.set(id, (refused) => {
      if (answered) answered(refused);
      else if (refused) this.say(refused.text, "bad");
    });
  }

  /** Asks why an action is not allowed; the reason comes as a notice. */
  why(action: string): void {
    this.connection.ask({ type: "why", action });
  }

  /** Leaves standing orders, keeping those not named. */
  order(change: Orders): void {
    const { call = [], play = "" } = { ...this.you?.orders, ...change };
    this.send({ type: "orders", call, play });
  }

  say(text: string, tone: Notice["tone"] = "plain"): void {
    const notice = { id: this.nextNotice++, text, tone };
    this.notices = [...this.notices.filter((one) => one.text !== text), notice].slice(-3);
    setTimeout(() => {
      this.notices = this.notices.filter((one) => one.id !== notice.id);
    }, NOTICE_MS);
  }

  /** Whether something that has happened is still being looked at. */
  get isMoving(): boolean {
    return this.busy !== undefined;
  }

  /** A moment of the server, by this browser's clock. */
  local(moment: number): number {
    return moment - this.offset;
  }

  /** Whether something that was sent has not been answered yet. */
  get isWaiting(): boolean {
    return this.answers.size > 0;
  }

  get seat(): number | undefined {
    return this.you?.seat;
  }

  get isHost(): boolean {
    return this.you !== undefined && this.table?.host === this.you.seat;
  }

  name(seat: number): string {
    return this.table?.seats[seat]?.name || `Seat ${seat + 1}`;
  }

  /** The turn clock of a seat, by this browser's clock; undefined if it does not run. */
  clockOf(seat: number): { until: number; whole: number } | undefined {
    const { clock, timing } = this.table ?? {};
    const { turn } = (this.game ?? {}) as { turn?: number };
    if (clock === undefined || turn !== seat || !timing?.turn_seconds) return undefined;
    return { until: this.local(clock), whole: timing.turn_seconds * 1000 };
  }

  /** The clock of a wait for calls, by this browser's clock; undefined if nothing waits any more. */
  get windowClock(): { until: number; whole: number } | undefined {
    const { window, timing } = this.table ?? {};
    if (!window || window <= this.waited || !timing?.window_ms) return undefined;
    return { until: this.local(window), whole: timing.window_ms };
  }

  /** Who has won, in words; empty if nobody. */
  winWords(winners: readonly number[]): string {
    const [first] = winners;
    if (first === undefined) return "";
    if (winners.length === 1)
      return first === this.seat ? "You have won!" : `${this.name(first)} has won.`;
    const names = winners.map((seat) => (seat === this.seat ? "you" : this.name(seat)));
    return `${names.join(" and ")} share the win.`;
  }

  private linked(link: Link): void {
    this.link = link;
    if (link.state === "ended" && ["bad_key", "kicked", "deleted"].includes(link.code))
      dropKey(this.code);
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "resumed":
        this.offset = message.now - Date.now();
        this.here = message.here;
        return;
      case "update":
        this.number = message.number;
        this.queue.push(...steps(message));
        return this.pump();
      case "presence":
        this.here = message.here;
        this.watching = message.watching;
        return;
      case "done":
        return this.answer(message.id);
      case "refused":
        if (this.answers.has(message.id)) this.answer(message.id, message);
        else this.say(message.text, "bad");
        return;
      case "reason":
        if (message.text) this.say(message.text);
        return;
      case "link":
        this.freshKeys = { ...this.freshKeys, [message.seat]: message.key };
        return;
      case "pong":
        this.offset = message.now - Date.now();
    }
  }

  private welcome(welcome: Welcome): void {
    clearTimeout(this.busy);
    this.busy = undefined;
    this.queue = [];
    this.number = welcome.number;
    this.offset = welcome.now - Date.now();
    this.table = welcome.table;
    this.game = welcome.game;
    this.own = welcome.own;
    this.you = welcome.you;
    this.here = welcome.here;
    this.watching = welcome.watching ?? 0;
    this.awaitCalls();
    this.answerUpTo(welcome.you?.last_id ?? 0);
    this.listener?.fresh?.();
  }

  private pump(): void {
    while (this.busy === undefined && this.isShown) {
      const step = this.queue.shift();
      if (step === undefined) return;
      this.apply(step);
      const isBehind = this.queue.filter(({ isLast }) => isLast).length > BEHIND;
      const dwell = isBehind || document.hidden ? 0 : pause(this.listener?.dwell(step) ?? 0);
      if (dwell > 0)
        this.busy = setTimeout(() => {
          this.busy = undefined;
          this.pump();
        }, dwell);
    }
  }

  /** Outside the lobby, updates wait for the board, so that it misses nothing. */
  private get isShown(): boolean {
    return this.listener !== undefined || this.table?.phase === "lobby";
  }

  private apply(step: Step): void {
    if (step.table) this.table = merged(this.table, step.table);
    if (step.table?.window) this.awaitCalls();
    // A patch that is null takes away the whole: there is no game in the lobby.
    if (step.game !== undefined) this.game = merged(this.game, step.game) ?? undefined;
    if (step.own !== undefined) this.own = merged(this.own, step.own) ?? undefined;
    if (step.you !== undefined) this.you = merged(this.you, step.you) ?? undefined;
    for (const event of step.events) this.listener?.happened(event, step);
    if (step.done !== undefined) this.answerUpTo(step.done);
  }

  /** Nobody says that a wait is over: its time has come. */
  private awaitCalls(): void {
    const until = this.table?.window ?? 0;
    clearTimeout(this.waiting);
    if (until > this.waited)
      this.waiting = setTimeout(() => (this.waited = until), this.local(until) - Date.now());
  }

  private answerUpTo(last: number): void {
    for (const id of [...this.answers.keys()]) if (id <= last) this.answer(id);
  }

  private answer(id: number, refused?: Refused): void {
    const answered = this.answers.get(id);
    this.answers.delete(id);
    answered?.(refused);
  }
}

/**
 * What chance brings comes in one update; it is shown event by event. What it has led to comes with
 * the deal, if there is one, else with the last of them.
 */
function steps(update: Update): Step[] {
  const { events, table, game, own, ...rest } = update;
  const last = events.map(({ type }) => type).lastIndexOf("chance");
  if (last <= 0) return [{ ...update, isLast: true }];
  const isDeal = (event: Happened): boolean => event.type === "chance" && event.chance.startsWith("order");
  const begins = events.some(({ type }) => type === "hand_began");
  const deal = begins ? events.findIndex(isDeal) : -1;
  const shown = { ...(game === undefined ? {} : { game }), ...(own === undefined ? {} : { own }) };
  const part = (events: Happened[], more: object = {}): Step => ({
    type: "update",
    number: update.number,
    events,
    isLast: false,
    ...more,
  });
  const before = events.slice(0, last).map((event, k) => part([event], k === deal ? shown : {}));
  if (table) before.unshift(part([], { table }));
  const isShown = deal >= 0 && deal < last;
  return [
    ...before,
    { ...rest, ...(isShown ? {} : shown), events: events.slice(last), isLast: true },
  ];
}

/** 32 random bytes of this browser's own, for the fair dealing of a hand. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
