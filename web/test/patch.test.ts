import { expect, test } from "vitest";

import { merged } from "../src/lib/patch";

test("keys present replace, null removes, a list in place of a list replaces it", () => {
  const before = { a: 1, trick: { leader: 0, cards: ["9c"] }, gone: true };
  const after = merged(before, { a: 2, trick: { cards: ["9c", "Qc"] }, gone: null });
  expect(after).toEqual({ a: 2, trick: { leader: 0, cards: ["9c", "Qc"] } });
  expect(before).toEqual({ a: 1, trick: { leader: 0, cards: ["9c"] }, gone: true });
});

test("null takes away the whole, and an object makes it new", () => {
  expect(merged({ stage: "play" }, null)).toBeNull();
  expect(merged(undefined, { stage: "play", turn: null })).toEqual({ stage: "play" });
});

test("an object in place of a list changes elements by their places, or appends", () => {
  const before = { points: [0, 20, 5], seats: [{ name: "A" }, { name: "B" }] };
  const after = merged(before, { points: { "1": 70, "3": 9 }, seats: { "1": { ready: true } } });
  expect(after).toEqual({ points: [0, 70, 5, 9], seats: [{ name: "A" }, { name: "B", ready: true }] });
  expect(before.points).toEqual([0, 20, 5]);
});

test("what is not touched stays the same object", () => {
  const before = { trick: { cards: ["2h"] }, turn: 0 };
  expect(merged(before, { turn: 1 }).trick).toBe(before.trick);
});
