import { encode } from "@msgpack/msgpack";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Connection } from "../src/lib/connection";
import type { Link, Socket } from "../src/lib/connection";
import { PROTOCOL } from "../src/lib/protocol";
import type { FromServer } from "../src/lib/protocol";

class FakeSocket implements Socket {
  binaryType: BinaryType = "blob";
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  sent: Record<string, unknown>[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  opens(): void {
    this.onopen?.(new Event("open"));
  }
  says(message: object): void {
    const data = encode(message).slice().buffer;
    this.onmessage?.(new MessageEvent("message", { data }));
  }
  saysInText(message: object): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
  breaks(): void {
    this.onclose?.(new Event("close") as CloseEvent);
  }
}

let sockets: FakeSocket[];
let links: Link[];
let heard: FromServer[];
let connection: Connection;
const socket = (): FakeSocket => sockets.at(-1)!;
const WELCOME = { type: "welcome", number: 7, you: { seat: 0, last_id: 3 } };

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, links, heard] = [[], [], []];
  const open = (): Socket => {
    sockets.push(new FakeSocket());
    return socket();
  };
  connection = new Connection(open, "secret", {
    link: (link) => links.push(link),
    message: (message) => heard.push(message),
    last: () => 7,
  });
  connection.start();
  socket().opens();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

test("says hello with its key and the last number it has", () => {
  const hello = { type: "hello", version: PROTOCOL, key: "secret", last: 7, packed: true };
  expect(socket().sent).toEqual([hello]);
  expect(socket().binaryType).toBe("arraybuffer");
});

test("numbers go on from the last this seat has used", () => {
  socket().says(WELCOME);
  expect(connection.command({ type: "act", action: "play 9c" })).toBe(4);
  expect(connection.command({ type: "back" })).toBe(5);
  expect(socket().sent.slice(1)).toEqual([
    { type: "act", action: "play 9c", id: 4 },
    { type: "back", id: 5 },
  ]);
});

test("after a loss it comes back by itself and sends again what was not answered, with its number", () => {
  socket().says(WELCOME);
  connection.command({ type: "act", action: "play 9c" });
  connection.command({ type: "act", action: "call h" });
  socket().says({ type: "update", number: 8, events: [], done: 4 });
  socket().breaks();
  expect(links.at(-1)).toMatchObject({ state: "lost", tries: 1 });
  vi.advanceTimersByTime(300);
  expect(sockets).toHaveLength(2);
  socket().opens();
  socket().says({ type: "resumed", number: 8 });
  expect(links.at(-1)).toEqual({ state: "open" });
  expect(socket().sent.slice(1)).toEqual([{ type: "act", action: "call h", id: 5 }]);
  socket().says({ type: "done", id: 5 });
  socket().breaks();
  vi.advanceTimersByTime(300);
  socket().opens();
  socket().says({ type: "resumed", number: 8 });
  expect(socket().sent).toHaveLength(1);
});

test("it waits longer from try to try, but never long; `hurry` tries at once", () => {
  for (let k = 0; k < 8; k++) {
    socket().breaks();
    vi.advanceTimersByTime(5_000);
  }
  expect(sockets).toHaveLength(9);
  socket().breaks();
  connection.hurry();
  expect(sockets).toHaveLength(10);
});

test("a connection that is silent is given up", () => {
  socket().says(WELCOME);
  const first = socket();
  vi.advanceTimersByTime(15_000);
  expect(first.sent.at(-1)).toEqual({ type: "ping" });
  vi.advanceTimersByTime(8_500);
  expect(first.isClosed).toBe(true);
  expect(sockets.length).toBeGreaterThan(1);
});

test("a pong keeps it", () => {
  socket().says(WELCOME);
  vi.advanceTimersByTime(15_000);
  socket().says({ type: "pong", now: 1 });
  vi.advanceTimersByTime(14_000);
  expect(sockets).toHaveLength(1);
});

test("a server that closes comes again; a seat taken over does not", () => {
  socket().says(WELCOME);
  socket().says({ type: "bye", code: "closing", text: "Come back in a moment." });
  expect(links.at(-1)).toMatchObject({ state: "lost" });
  vi.advanceTimersByTime(300);
  socket().opens();
  socket().says({ type: "bye", code: "taken_over", text: "Played elsewhere." });
  expect(links.at(-1)).toEqual({ state: "ended", code: "taken_over", text: "Played elsewhere." });
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(2);
});

test("a refusal for good ends it", () => {
  socket().says({ type: "refused", id: 0, code: "wrong_version", text: "Load again.", fatal: true });
  expect(links.at(-1)).toMatchObject({ state: "ended", code: "wrong_version" });
});
