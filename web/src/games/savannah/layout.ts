/**
 * Where everything lies on the table of Savannah, from the size of the window. Pixels; every spot is
 * the middle of what lies there. Pure geometry.
 */

import { onRail, RATIO, seatAngles } from "../../board/geometry";
import type { Room, Size, Spot } from "../../board/geometry";

export interface Layout extends Size {
  /** The size of text on the table. */
  unit: number;
  /** Whether the own cards lie in two rows, the hand below. */
  isTall: boolean;
  /** Whether there is so little height that plates lie beside the heads. */
  isFlat: boolean;
  /** Whether there are so many players on so little room that their plates go without heads. */
  isBare: boolean;
  /** Whether there is little room beside the own cards. */
  isTight: boolean;
  /** The table top. */
  oval: Spot & Size;
  plate: Size;
  seats: Spot[];
  centre: Spot;
  /** A card in the middle of the table. */
  small: Size;
  foundations: Spot[];
  stock: Spot;
  dice: Spot;
  /** A card of one's own. */
  card: Size;
  reserve: Spot;
  /** The first card of the own discard pile, and how far the others may reach. */
  pile: Spot & { width: number };
  hand: Spot & { width: number };
  /** The lower edge of the table. */
  floor: number;
  /** Where the own plate and the button to end the turn lie: the left and the right edge of each. */
  dock: { top: number; height: number; left: number; right: number; width: number };
}

const SQUARE = 2.9;
const ROUND = 2.3;
/** How much of the rail is kept free beside the bottom: what leaves most room is taken. */
const FREE = [0.7, 0.95, 1.2, 1.45];
/** Cards of the own hand keep so much of their width free, if there is room. */
const OPEN = 1.06;

export function layout({ width, height, players, seat, hand, rem }: Room): Layout {
  const low = height < 30 * rem;
  const isTall = width < height * 1.1;
  const across = isTall
    ? Math.min(width * 0.172, height * 0.1)
    : Math.min(width * 0.105, (height * (low ? 0.26 : 0.2)) / RATIO);
  const card = { width: across, height: across * RATIO };
  const own = ownPlaces({ width, height, rem, low, isTall, card });

  const floor = hand ? own.floor : height - 0.5 * rem;
  const ceiling = (width <= height ? 3.2 : low ? 0.4 : 1) * rem;
  const reach = {
    x: Math.min(width / 2 - 0.3 * rem, (floor - ceiling) * (low ? 1.3 : 1.12)),
    y: (floor - ceiling) / 2,
  };
  const unit =
    rem * Math.min(Math.max(1, Math.min(reach.y / (11.5 * rem), reach.x / (18 * rem))), 1.5);
  const others = players - 1;
  const crowded = others > 6;
  const isFlat = low && !isTall;
  const isBare = crowded && isTall && width < 30 * rem;
  const plate = isFlat
    ? { width: (crowded ? 5.6 : 8.4) * unit, height: 3.3 * unit }
    : isBare
      ? { width: 4.3 * unit, height: 3.5 * unit }
      : {
        width: Math.min((crowded ? 6.6 : 8.4) * unit, Math.max(4 * rem, width / (crowded ? 5.5 : 3.4))),
        height: 5.2 * unit,
      };
  const middle = { x: width / 2, y: (ceiling + floor) / 2 };
  const rail = { x: reach.x - plate.width / 2, y: reach.y - plate.height / 2 };
  const squareness = isFlat ? ROUND : SQUARE;
  const room: Middle = { middle, rail, reach, plate, ceiling, floor, unit, isTall, hand, card };
  const tries = FREE.map((free) => {
    const angles = seatAngles(players, seat, rail, squareness, hand, free);
    const spots = angles.map((angle) => onRail(middle, rail, squareness, angle));
    return { seats: spots, ...inTheMiddle(room, spots.filter((_, k) => k !== seat || !hand)) };
  });
  const fits = tries.filter(({ seats }) => !overlap(seats.filter((_, k) => k !== seat), plate));
  const { seats, small, foundations, stock, dice } = (fits.length ? fits : tries.slice(0, 1)).reduce(
    (best, one) => (one.small.width > best.small.width + 1 ? one : best),
  );
  return {
    width,
    height,
    unit,
    isTall,
    isFlat,
    isBare,
    isTight: own.dock.width < 9 * rem,
    oval: {
      x: middle.x,
      y: middle.y,
      width: 2 * reach.x - plate.width * 0.55,
      height: 2 * reach.y - plate.height * 0.5,
    },
    plate,
    seats,
    centre: middle,
    small,
    foundations,
    stock,
    dice,
    card,
    reserve: own.reserve,
    pile: own.pile,
    hand: own.hand,
    floor,
    dock: own.dock,
  };
}

interface Middle {
  middle: Spot;
  rail: Spot;
  reach: Spot;
  plate: Size;
  ceiling: number;
  floor: number;
  unit: number;
  isTall: boolean;
  hand: boolean;
  card: Size;
}

/** Foundations, stock and dice, as large as the plates around them let them be. */
function inTheMiddle(
  { middle, reach, plate, ceiling, floor, unit, isTall, hand, card }: Middle,
  others: Spot[],
): Pick<Layout, "small" | "foundations" | "stock" | "dice"> {
  const bottom = floor - (hand ? (isTall ? 1.8 : 1.3) * unit : plate.height);
  const caption = 1.5 * unit;
  const lowest = Math.max(...others.map(({ y }) => y)) + plate.height / 2;
  const top = ceiling + plate.height + 0.4 * unit;
  const largest = card.width * 0.95;
  const row = (top + bottom - caption) / 2;
  const high = (plate.height + largest * RATIO * (isTall ? 1.6 : 0.9)) / 2;
  const inner = others
    .filter(({ y }) => Math.abs(y - row) < high)
    .map(({ x }) => Math.abs(x - middle.x) - plate.width / 2);
  const between = 2 * Math.max(Math.min(reach.x, ...inner), 0) - (isTall ? 0.8 : 1.6) * unit;
  /** Stock and dice, where the foundations lie below the lowest plates: how far down, by height. */
  const stockAt = (high: number): number => Math.max(top + high * 0.45, (top + lowest) / 2);
  const startAt = (high: number): number => Math.max(lowest + 0.4 * unit, stockAt(high) + high * 0.5);
  const place = (width: number, isBelow: boolean) => {
    const small = { width, height: width * RATIO };
    const gap = width * 1.2;
    const rows = small.height * (isTall ? 2.15 : 1) + caption;
    const above = isTall ? small.height * 1.15 : 0;
    const y = isBelow
      ? (startAt(small.height) + bottom - caption) / 2
      : (top + bottom - rows + small.height) / 2 + above;
    const x = gap * (isTall ? 0.6 : 2.25);
    const beside = isBelow ? stockAt(small.height) : y - above;
    return {
      small,
      foundations: [-1, 0, 1].map((k) => ({ x: middle.x + k * gap, y })),
      stock: { x: middle.x - x, y: beside },
      dice: { x: middle.x + x, y: beside },
    };
  };
  const inBetween = Math.min(
    largest,
    between / (isTall ? 3.7 : 6.6),
    (bottom - top - caption) / RATIO / (isTall ? 2.15 : 1.05),
  );
  let below = isTall ? Math.min(largest, (2 * reach.x - 2.4 * unit) / 3.8, between / 2.4) : 0;
  while (below > inBetween && startAt(below * RATIO) + below * RATIO + caption > bottom) below -= 1;
  return below > inBetween ? place(below, true) : place(inBetween, false);
}

/** Whether some plates lie over each other. */
function overlap(spots: Spot[], plate: Size): boolean {
  const covered = (one: Spot, other: Spot): number =>
    Math.max(plate.width - Math.abs(one.x - other.x), 0) *
    Math.max(plate.height - Math.abs(one.y - other.y), 0);
  return spots.some((one, k) =>
    spots.slice(0, k).some((other) => covered(one, other) > 0.12 * plate.width * plate.height),
  );
}

type Own = Pick<Layout, "reserve" | "pile" | "hand" | "floor" | "dock">;

function ownPlaces(
  { width, height, rem, low, isTall, card }: {
    width: number;
    height: number;
    rem: number;
    low: boolean;
    isTall: boolean;
    card: Size;
  },
): Own {
  const edge = (low ? 0.45 : 0.8) * rem;
  const gap = (low || isTall ? 0.7 : 1.2) * rem;
  const lower = height - edge - card.height / 2;
  if (isTall) {
    const upper = lower - card.height - 0.7 * rem;
    const left = 1.1 * rem;
    const pileLeft = left + card.width + gap;
    const handWidth = Math.min(card.width * (1 + 3 * OPEN), width - 1.4 * rem);
    const dockHeight = 3.6 * rem;
    const top = upper - card.height / 2 - dockHeight - Math.max(1.1 * rem, card.height * 0.16);
    return {
      reserve: { x: left + card.width / 2, y: upper },
      pile: { x: pileLeft + card.width / 2, y: upper, width: width - pileLeft - left },
      hand: { x: width / 2, y: lower, width: handWidth },
      floor: top - 0.4 * rem,
      dock: { top, height: dockHeight, left, right: left, width: width / 2 - left },
    };
  }
  const dockWidth = Math.min((low ? 7 : 14.5) * rem, width * 0.17);
  const middle = width - 2 * (dockWidth + edge + gap);
  const handWidth = Math.min(card.width * (1 + 3 * OPEN), (middle - card.width - 2 * gap) * 0.56);
  const pileWidth = Math.min(middle - card.width - handWidth - 2 * gap, card.width * 3.6);
  const left = (width - card.width - pileWidth - handWidth - 2 * gap) / 2;
  const pileLeft = left + card.width + gap;
  const top = lower - card.height / 2;
  return {
    reserve: { x: left + card.width / 2, y: lower },
    pile: { x: pileLeft + card.width / 2, y: lower, width: pileWidth },
    hand: { x: pileLeft + pileWidth + gap + handWidth / 2, y: lower, width: handWidth },
    floor: top - (low ? 0.6 : 1.1) * rem,
    dock: { top, height: card.height, left: edge, right: edge, width: dockWidth },
  };
}

/** A face-down card in a pile shows so much less of itself than one face up. */
const DOWN = 0.55;
/** A strip narrower than this part of a card shows nothing worth seeing. */
const NARROW = 0.06;
const READABLE = 0.3;

/**
 * How far from the first card each card of a fanned pile lies, at most `width` in all; where there
 * is no room for all, the lower cards lie closer.
 */
export function fanned(pile: readonly string[], card: number, width: number): number[] {
  const wide = pile.slice(0, -1).map((one) => card * READABLE * (one === "" ? DOWN : 1));
  let over = wide.reduce((sum, step) => sum + step, 0) + card - width;
  const steps = wide.map((step) => {
    const cut = Math.min(Math.max(over, 0), step - card * NARROW);
    over -= cut;
    return step - cut;
  });
  const squeeze = over > 0 ? 1 - over / (steps.reduce((sum, step) => sum + step, 0) || 1) : 1;
  const places = [0];
  for (const step of steps) places.push(places.at(-1)! + step * Math.max(squeeze, 0));
  return places.slice(0, Math.max(pile.length, 0));
}
