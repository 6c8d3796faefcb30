import { expect, test } from "vitest";

import { fanned, layout } from "../src/games/savannah/layout";
import { takesWords, waysOf, waysOnto, whyWords } from "../src/games/savannah/words";

const SIZES = [[360, 640], [640, 360], [768, 1024], [1366, 768], [3840, 2160]] as const;
const all = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

test.each(all)("with %i players the middle of the table keeps clear of the plates", (players) => {
  for (const [width, height] of SIZES)
    for (const hand of [true, false]) {
      const rem = Math.max(16, Math.min(0.0115 * width, 0.0205 * height));
      const at = layout({ width, height, rem, players, seat: 1, hand });
      expect(at.seats).toHaveLength(players);
      const rows = Math.abs(at.stock.y - at.foundations[0]!.y);
      if (at.isTall) expect(rows).toBeGreaterThan(0.9 * at.small.height);
      for (const spot of [...at.foundations, at.stock, at.dice]) {
        expect(spot.y + at.small.height / 2).toBeLessThan(at.floor);
        at.seats.forEach((seat, k) => {
          if (hand && k === 1) return;
          const across = (at.plate.width + at.small.width) / 2 - Math.abs(seat.x - spot.x);
          const down = (at.plate.height + at.small.height) / 2 - Math.abs(seat.y - spot.y);
          const covered = Math.max(across, 0) * Math.max(down, 0);
          expect(covered, `${width}x${height}`).toBeLessThan(0.2 * at.small.width * at.small.height);
        });
      }
    }
});

test("a fanned pile keeps its order and its room, and shows less of what lies face down", () => {
  const pile = ["", "9c", "", "2h", "", "6h"];
  const roomy = fanned(pile, 60, 400);
  expect(roomy[1]! - roomy[0]!).toBeLessThan(roomy[2]! - roomy[1]!);
  for (const count of [0, 1, 6, 40]) {
    const cards = Array.from({ length: count }, (_, k) => (k % 2 ? "9c" : ""));
    const places = fanned(cards, 60, 260);
    expect(places).toHaveLength(count);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect((places.at(-1) ?? 0) + 60).toBeLessThanOrEqual(260 + 0.01);
  }
});

test("what the server says of foundations is said in words", () => {
  const told: { ranks: string; dice: [number, number] } = { ranks: "A23456789TJQK", dice: [5, 6] };
  expect(takesWords({ A: 8, "8": 1 }, "7h", told)).toBe("Takes an eight or an ace.");
  expect(takesWords({ A: 8, "2": 1 }, "Ah", told)).toBe("Takes a two or another ace.");
  expect(takesWords({ A: 8, any: 2 }, "Kh", told)).toBe("Takes any card: it is a king.");
  expect(takesWords({ A: 8, Q: 1, any: 4 }, "Jh", told)).toBe("Takes any card: the dice make 11.");
  const sentences = waysOf(15).map((way) => whyWords(way, "8h", told));
  expect(sentences).toEqual([
    "An eight goes on a seven.",
    "Any card goes on a king.",
    "The dice make 11: any card goes on a jack.",
    "An ace goes on any card.",
  ]);
  const takes = { A: 8, Q: 1, any: 4 };
  expect(waysOnto(takes, "Qh")).toEqual(["next_rank", "dice"]);
  expect(waysOnto(takes, "2h")).toEqual(["dice"]);
  expect(waysOnto({ A: 8, "2": 1 }, "3h")).toEqual([]);
});
