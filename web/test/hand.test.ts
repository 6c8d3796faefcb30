import { expect, test } from "vitest";

import { moved, updated } from "../src/board/hand";
import type { HandCard } from "../src/board/hand";
import { cardOf, playName, sorted } from "../src/games/pippip/hand";

const cards = (hand: readonly HandCard[]): string[] => hand.map(({ card }) => card);

test("cards keep their place and identity while others come and go", () => {
  const before = updated([], ["2c", "As", "As", "Td"], []);
  const [two, ...others] = before;
  const after = updated(before, ["As", "As", "Td", "Kh"], [], two!.id);
  expect(after.slice(0, 3)).toEqual(others);
  expect(cards(after)).toEqual(["As", "As", "Td", "Kh"]);
});

test("of two copies the one that was played goes", () => {
  const before = updated([], ["As", "As"], []);
  expect(updated(before, ["As"], [], before[0]!.id)).toEqual([before[1]]);
  expect(updated(before, ["As"], [], before[1]!.id)).toEqual([before[0]]);
});

test("a call shows one copy, which stays the shown one", () => {
  const before = updated([], ["Kh", "Kh", "Qh"], []);
  const called = updated(before, ["Kh", "Kh", "Qh"], ["Qh", "Kh"]);
  expect(called.map(({ shown }) => shown)).toEqual([true, false, true]);
  const unused = called[1]!;
  expect(updated(called, ["Kh", "Qh"], ["Qh", "Kh"], unused.id).every(({ shown }) => shown)).toBe(true);
  const rest = updated(called, ["Kh", "Qh"], ["Qh"], called[0]!.id);
  expect(rest.map(({ card, shown }) => [card, shown])).toEqual([
    ["Kh", false],
    ["Qh", true],
  ]);
});

test("the name of a play tells the copies apart only where the server does", () => {
  const [shown, unused] = updated(updated([], ["Kh", "Kh"], []), ["Kh", "Kh"], ["Kh"]);
  const legal = ["play Kh", "play Kh unused"];
  expect(playName(shown!, legal)).toBe("play Kh");
  expect(playName(unused!, legal)).toBe("play Kh unused");
  expect(playName(unused!, ["play Kh"])).toBe("play Kh");
  expect(cardOf("play Kh unused", [shown!, unused!])).toBe(unused);
  expect(cardOf("play Kh", [shown!, unused!])).toBe(shown);
  expect(cardOf("call h", [shown!])).toBeUndefined();
});

test("sorted by suit and by the ranks the server gives; or as dragged", () => {
  const hand = updated([], ["3h", "Ah", "2h", "Ks"], []);
  expect(cards(sorted(hand, "3456789TJQKA2"))).toEqual(["Ks", "2h", "Ah", "3h"]);
  expect(cards(sorted(hand, "23456789JQKTA"))).toEqual(["Ks", "Ah", "3h", "2h"]);
  expect(cards(moved(hand, hand[0]!.id, 2))).toEqual(["Ah", "2h", "3h", "Ks"]);
});
