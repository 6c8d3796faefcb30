/**
 * The geometry every table shares: an oval with the players on its rail. Pixels; every spot is the
 * middle of what lies there.
 */

export interface Spot {
  x: number;
  y: number;
}

export interface Place extends Spot {
  /** Degrees. */
  turn: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The window a table is laid out in. */
export interface Room extends Size {
  players: number;
  /** The seat at the bottom. */
  seat: number;
  /** Whether there is a hand at the bottom; otherwise all seats stand round the table. */
  hand: boolean;
  /** The size of the text. */
  rem: number;
}

/** The transform that puts something of a size with its middle on a spot. */
export function placed({ x, y }: Spot, { width, height }: Size): string {
  return `translate(${(x - width / 2).toFixed(1)}px,${(y - height / 2).toFixed(1)}px)`;
}

/** Height of a card to its width. */
export const RATIO = 1.4;

/**
 * The angle of every seat, clockwise on the screen from the right; 90° is the bottom. Where there is
 * a hand, so much is kept free to both sides of the bottom (radians).
 */
export function seatAngles(
  players: number,
  seat: number,
  rail: Spot,
  squareness: number,
  hand: boolean,
  free = 0.7,
): number[] {
  const others = players - 1;
  const start = hand ? 0.5 * Math.PI + free : 0.5 * Math.PI;
  const length = hand ? 2 * Math.PI - 2 * free : 2 * Math.PI;
  const steps = 240;
  const points = Array.from({ length: steps + 1 }, (_, k) =>
    onRail({ x: 0, y: 0 }, rail, squareness, start + (length * k) / steps),
  );
  const along = [0];
  for (let k = 1; k <= steps; k++) {
    const [from, to] = [points[k - 1]!, points[k]!];
    along.push(along[k - 1]! + Math.hypot(to.x - from.x, to.y - from.y));
  }
  const angleAt = (fraction: number): number => {
    const wanted = fraction * along[steps]!;
    const after = Math.max(1, along.findIndex((far) => far >= wanted));
    const [low, high] = [along[after - 1]!, along[after]!];
    return start + (length * (after - 1 + (wanted - low) / (high - low))) / steps;
  };
  const angles: number[] = new Array<number>(players);
  angles[seat] = 0.5 * Math.PI;
  for (let k = 1; k <= others; k++) {
    const fraction = hand ? (k - 0.5 + spread(others)) / (others + 2 * spread(others)) : k / players;
    angles[(seat + k) % players] = angleAt(fraction);
  }
  return angles;
}

/** With few players the first and last keep away from the bottom. */
const spread = (others: number): number => (others <= 3 ? 0.12 : 0);

export function onRail(centre: Spot, rail: Spot, squareness: number, angle: number): Spot {
  const bend = (part: number): number => Math.sign(part) * Math.abs(part) ** (2 / squareness);
  return {
    x: centre.x + rail.x * bend(Math.cos(angle)),
    y: centre.y + rail.y * bend(Math.sin(angle)),
  };
}

/** Where a hand lies: its middle, how wide it may be, and the size of its cards. */
export interface Fan {
  hand: Spot & { width: number };
  card: Size;
}

/** Where each card of a hand of `count` lies in the fan; of each, at most the part `open` is free. */
export function fan(at: Fan, count: number, open = 0.62): Place[] {
  const room = at.hand.width - at.card.width;
  const step = count > 1 ? Math.min(at.card.width * open, room / (count - 1)) : 0;
  return Array.from({ length: count }, (_, k) => {
    const off = k - (count - 1) / 2;
    return {
      x: at.hand.x + off * step,
      y: at.hand.y + off * off * at.card.height * 0.006,
      turn: off * 1.6,
    };
  });
}

/** The place in the fan for a card dropped at `x`. */
export function slotAt(at: Fan, count: number, x: number): number {
  const places = fan(at, count);
  let best = 0;
  places.forEach((place, k) => {
    if (Math.abs(place.x - x) < Math.abs(places[best]!.x - x)) best = k;
  });
  return best;
}
