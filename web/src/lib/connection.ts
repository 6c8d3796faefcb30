/**
 * One table's WebSocket: says hello, comes back by itself after a loss, sends again with the same
 * number what was not answered. Knows nothing of games or of the page.
 */

import { decode } from "@msgpack/msgpack";

import { PROTOCOL } from "./protocol";
import type { Bye, FromClient, FromServer, Refused } from "./protocol";

/** Where the connection stands, for the page to show. */
export type Link =
  | { state: "connecting"; tries: number }
  | { state: "open" }
  /** Lost; tries again by itself at `retryAt` (this browser's clock). */
  | { state: "lost"; retryAt: number; tries: number }
  /** Over: only the person can go on. */
  | { state: "ended"; code: string; text: string };

type WithId = Extract<FromClient, { id: number }>;
/** A message that changes something, before it has its number. */
export type Command = WithId extends infer M ? (M extends WithId ? Omit<M, "id"> : never) : never;

/** The part of `WebSocket` that is used here. */
export interface Socket {
  binaryType: BinaryType;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Hooks {
  link(link: Link): void;
  message(message: FromServer): void;
  /** The number of the last update this client has; 0 for none. */
  last(): number;
}

const FIRST_RETRY = 250;
const LONGEST_RETRY = 5_000;
const PING_EVERY = 15_000;
const ANSWER_WITHIN = 8_000;
/** A connection that never opened this often is more than a loss of a moment. */
const TRIES_BEFORE_ADVICE = 4;

export class Connection {
  private socket: Socket | undefined;
  private unanswered = new Map<number, WithId>();
  private nextId = 1;
  private tries = 0;
  private greeted = false;
  private over = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly open: () => Socket,
    private readonly key: string,
    private readonly hooks: Hooks,
  ) {}

  start(): void {
    this.connect();
    this.pulse = setInterval(() => this.ping(), PING_EVERY);
  }

  /** Stops for good. */
  stop(): void {
    this.over = true;
    clearTimeout(this.retry);
    clearInterval(this.pulse);
    clearTimeout(this.silence);
    this.drop();
  }

  /** Sends a message that changes something; returns its number. */
  command(command: Command): number {
    const message = { ...command, id: this.nextId++ } as WithId;
    this.unanswered.set(message.id, message);
    if (this.greeted) this.send(message);
    return message.id;
  }

  /** Sends a question, if there is a connection; it is not sent again. */
  ask(message: Extract<FromClient, { type: "why" }>): void {
    if (this.greeted) this.send(message);
  }

  /** Tries at once instead of waiting: the network is back, the page is looked at again. */
  hurry(): void {
    if (this.over) return;
    if (this.socket === undefined) this.connect();
    else this.ping();
  }

  /** Whether a message still waits for its answer. */
  isOpen(id: number): boolean {
    return this.unanswered.has(id);
  }

  private connect(): void {
    clearTimeout(this.retry);
    if (this.over) return;
    this.hooks.link({ state: "connecting", tries: this.tries });
    let socket: Socket;
    try {
      socket = this.open();
    } catch {
      this.lost();
      return;
    }
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    const gone = () => {
      if (this.socket !== socket) return;
      this.drop();
      this.lost();
    };
    this.silence = setTimeout(gone, ANSWER_WITHIN);
    socket.onopen = () => {
      if (this.socket === socket)
        this.send({
          type: "hello",
          version: PROTOCOL,
          key: this.key,
          last: this.hooks.last(),
          packed: true,
        });
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(event.data as string | ArrayBuffer);
    };
    socket.onclose = gone;
  }

  /** Before it has read `hello` the server answers in JSON. */
  private hear(data: string | ArrayBuffer): void {
    clearTimeout(this.silence);
    const message = (typeof data === "string" ? JSON.parse(data) : decode(data)) as FromServer;
    if (message.type === "bye") return this.said(message);
    if (message.type === "refused" && message.fatal) return this.refusedForGood(message);
    if (message.type === "welcome") this.learned(message.you?.last_id);
    if (message.type === "update") this.learned(message.done);
    if (message.type === "done" || message.type === "refused") this.unanswered.delete(message.id);
    this.hooks.message(message);
    if (message.type === "welcome" || message.type === "resumed") this.greet();
  }

  private greet(): void {
    const first = !this.greeted;
    this.greeted = true;
    this.tries = 0;
    this.hooks.link({ state: "open" });
    if (first) for (const message of this.unanswered.values()) this.send(message);
  }

  /** Everything up to this number has had its effect. */
  private learned(last: number | undefined): void {
    if (last === undefined) return;
    for (const id of this.unanswered.keys()) if (id <= last) this.unanswered.delete(id);
    this.nextId = Math.max(this.nextId, last + 1);
  }

  private ping(): void {
    if (!this.greeted) return;
    this.send({ type: "ping" });
    const socket = this.socket;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      if (this.socket !== socket) return;
      this.drop();
      this.lost();
    }, ANSWER_WITHIN);
  }

  private said(bye: Bye): void {
    if (bye.code === "closing" || bye.code === "too_slow") {
      this.drop();
      this.lost();
    } else this.end(bye.code, bye.text);
  }

  private refusedForGood(refused: Refused): void {
    this.end(refused.code, refused.text);
  }

  private end(code: string, text: string): void {
    this.stop();
    this.hooks.link({ state: "ended", code, text });
  }

  private lost(): void {
    if (this.over) return;
    this.tries += 1;
    const wait = Math.min(FIRST_RETRY * 2 ** (this.tries - 1), LONGEST_RETRY);
    this.hooks.link({ state: "lost", retryAt: Date.now() + wait, tries: this.tries });
    this.retry = setTimeout(() => this.connect(), wait);
  }

  private drop(): void {
    clearTimeout(this.silence);
    const socket = this.socket;
    this.socket = undefined;
    this.greeted = false;
    if (socket === undefined) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private send(message: FromClient): void {
    try {
      this.socket?.send(JSON.stringify(message));
    } catch {
      // Closing: `onclose` follows.
    }
  }
}

/** Whether a loss has lasted long enough to say more than "connecting". */
export function isLasting(link: Link): boolean {
  return "tries" in link && link.tries >= TRIES_BEFORE_ADVICE;
}
