/**
 * Where everything lies on the table, from the size of the window. Pixels; every spot is the middle
 * of what lies there. Pure geometry.
 */

import { onRail, RATIO, seatAngles } from "../../board/geometry";
import type { Place, Room, Spot } from "../../board/geometry";

export interface Layout {
  width: number;
  height: number;
  /** A card of the hand. */
  card: { width: number; height: number };
  /** Cards of the trick are so much smaller. */
  trickScale: number;
  /** The table top. */
  oval: { x: number; y: number; width: number; height: number };
  /** The size of text on the table. */
  unit: number;
  /** Whether the table is higher than wide, so that what lies in the middle stands. */
  isUpright: boolean;
  /** Whether there is so little height that plates lie beside the heads. */
  isFlat: boolean;
  /** The plate of a player. */
  plate: { width: number; height: number };
  seats: Spot[];
  trick: Place[];
  centre: Spot;
  stock: Spot;
  /** Where the own hand lies: the middle, and how far down cards may reach. */
  hand: { x: number; y: number; width: number };
  /** Whether the controls are beside the hand or in a row above it. */
  dock: "side" | "row";
  /** Whether there is little room beside the hand. */
  isTight: boolean;
  /** The lower edge of the table: the row of controls, or the hand, is below. */
  floor: number;
}

/** Roundness of the way the plates stand on: 2 would be an ellipse, more is squarer. */
const SQUARE = 2.9;
const ROUND = 2.15;

export function layout({ width, height, players, seat, hand, rem }: Room): Layout {
  const low = height < 30 * rem;
  const card = cardSize(width, height);
  const handWidth = Math.min(width - rem, card.width * (1 + 6 * 0.62));
  const dock = width - handWidth > 15 * rem ? "side" : "row";
  const isTight = dock === "side" && width - handWidth < 26 * rem;
  const visible = low ? 0.78 : 1;
  const handTop = height - card.height * visible - (low ? 0.2 : 0.9) * rem;
  const floor = hand ? handTop - (dock === "row" ? 3.9 : low ? 0.5 : 1.1) * rem : height - 0.5 * rem;
  const ceiling = (width <= height ? 3.2 : low ? 0.4 : 1) * rem;

  const crowded = players > 8;
  const centre = { x: width / 2, y: (ceiling + floor) / 2 };
  const reach = {
    x: Math.min(width / 2 - 0.3 * rem, (floor - ceiling) * (low && crowded ? 1.3 : 1.05)),
    y: (floor - ceiling) / 2,
  };
  const isUpright = reach.y > reach.x;
  const unit = rem * Math.min(Math.max(1, Math.min(reach.y / (11.5 * rem), reach.x / (18 * rem))), 1.5);
  const isFlat = low && !isUpright;
  const plate = isFlat
    ? { width: (crowded ? 5.2 : 6.8) * unit, height: 2.5 * unit }
    : {
        width: Math.min(6.4 * unit, Math.max(4 * rem, width / (crowded ? 5.6 : 4.8))),
        height: 3.9 * unit,
      };
  const rail = { x: reach.x - plate.width / 2, y: reach.y - plate.height / 2 };
  const squareness = isFlat ? ROUND : SQUARE;
  const angles = seatAngles(players, seat, rail, squareness, hand);
  const seats = angles.map((angle) => onRail(centre, rail, squareness, angle));

  const trickHeight = Math.min(
    card.height * 0.95,
    reach.y * (crowded ? 0.36 : isFlat ? 0.4 : 0.44),
    reach.x * (crowded ? 0.36 : 0.5),
  );
  const trickScale = trickHeight / card.height;
  const ring = {
    x: Math.max(rail.x - plate.width / 2 - (trickHeight / RATIO) * 0.55, 3.4 * rem),
    y: Math.max(rail.y - plate.height / 2 - trickHeight * 0.52, trickHeight * 0.55),
  };
  if (!crowded) ring.x = Math.min(ring.x, ring.y * 1.5 + 4.5 * unit);
  const trick = angles.map((angle, k) => ({
    x: centre.x + ring.x * Math.cos(angle),
    y: centre.y + ring.y * Math.sin(angle),
    turn: ((k * 37) % 13) - 6,
  }));
  return {
    width,
    height,
    card,
    trickScale,
    unit,
    isUpright,
    isFlat,
    oval: {
      x: centre.x,
      y: centre.y,
      width: 2 * reach.x - plate.width * 0.55,
      height: 2 * reach.y - plate.height * 0.5,
    },
    plate,
    seats,
    trick,
    centre,
    stock: isUpright
      ? { x: centre.x, y: centre.y - 2.4 * unit }
      : { x: centre.x - 2 * unit, y: centre.y },
    hand: { x: width / 2, y: handTop + card.height / 2, width: handWidth },
    dock,
    isTight,
    floor,
  };
}

function cardSize(width: number, height: number): { width: number; height: number } {
  const across = Math.min(width * 0.205, (height * (height < 480 ? 0.31 : 0.205)) / RATIO);
  return { width: across, height: across * RATIO };
}
