import { expect, test } from "vitest";

import { levelName, levelWords } from "../src/lib/bots";

test("levels are said in words, an operator's bots by their names", () => {
  expect([levelName("solid"), levelWords("solid")]).toEqual(["Solid", "Solid: counts the cards"]);
  expect([levelName("toString"), levelWords("my:Bot")]).toEqual(["toString", "my:Bot"]);
});
