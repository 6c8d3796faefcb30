import { expect, test } from "vitest";

import { fan, slotAt } from "../src/board/geometry";
import { layout } from "../src/games/pippip/layout";

const phone = { width: 360, height: 640, rem: 16, hand: true };
const all = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

test.each(all)("%i seats go clockwise from the own one at the bottom", (players) => {
  const at = layout({ ...phone, players, seat: 1 });
  expect(at.seats).toHaveLength(players);
  expect(Math.max(...at.seats.map(({ y }) => y))).toBe(at.seats[1]!.y);
  const left = at.seats[2 % players]!;
  const right = at.seats[0]!;
  expect(left.x).toBeLessThan(at.centre.x);
  expect(right.x).toBeGreaterThan(at.centre.x);
  expect(left.y).toBeCloseTo(right.y, 0);
});

test.each(all)("cards of a trick of %i lie between their players and the middle", (players) => {
  for (const [width, height] of [[360, 640], [640, 360], [1366, 768], [3840, 2160]] as const) {
    const rem = Math.max(16, Math.min(0.0115 * width, 0.0205 * height));
    const at = layout({ width, height, rem, players, seat: 0, hand: true });
    at.trick.forEach((place, seat) => {
      const far = (spot: { x: number; y: number }) =>
        Math.hypot(spot.x - at.centre.x, spot.y - at.centre.y);
      if (seat > 0) expect(far(place)).toBeLessThan(far(at.seats[seat]!));
    });
  }
});

test("the fan of a full hand fits, and a dropped card finds the nearest place", () => {
  const at = layout({ ...phone, players: 4, seat: 0 });
  const places = fan(at, 7);
  expect(places[0]!.x - at.card.width / 2).toBeGreaterThanOrEqual(0);
  expect(places[6]!.x + at.card.width / 2).toBeLessThanOrEqual(360);
  expect(slotAt(at, 7, 0)).toBe(0);
  expect(slotAt(at, 7, places[4]!.x + 3)).toBe(4);
  expect(fan(at, 1)[0]!.x).toBe(at.hand.x);
  expect(fan(at, 0)).toEqual([]);
});
