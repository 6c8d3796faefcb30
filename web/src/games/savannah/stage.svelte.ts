/** What is to be seen at a table of Savannah beyond the plain facts: cards on their way, dice, banners. */

import type { Badge } from "../../board/badges";
import type { Spot } from "../../board/geometry";
import { updated } from "../../board/hand";
import type { HandCard } from "../../board/hand";
import { Staging } from "../../board/staging.svelte";
import { inFull } from "../../lib/actions";
import { cardSigns, cardWords } from "../../lib/cards";
import type { Listener, LiveTable, Step } from "../../lib/live.svelte";
import type {
  Acted,
  Chanced,
  Happened,
  Refused,
  SavannahOwn,
  SavannahThen,
  SavannahView,
} from "../../lib/protocol";
import { change, motion, pause, settings } from "../../lib/settings.svelte";
import { cardSound, diceSound, gatherSound, shuffleSound } from "../../lib/sound";
import { takesWords, waysOf, waysOnto, whyWords } from "./words";
import type { Way } from "./words";

/** Where a card of one's own, or another's discard pile, is played from. */
export type Source =
  | { kind: "hand"; id: string; card: string }
  | { kind: "reserve" }
  | { kind: "pile" }
  | { kind: "other"; seat: number };

/** A place on the table that cards travel from and to. */
export type Where =
  | "stock"
  | { foundation: number }
  | { seat: number; part: "hand" | "reserve" | "pile" }
  | Spot;

/** A foundation as it is told of. */
export interface Foundation {
  top: string;
  count: number;
  /** What it takes, in a sentence. */
  takes: string;
}

/** What lies before a seat, besides its discard pile. */
export interface Lies {
  reserve: number;
  /** Of the reserve; empty if none is left. */
  top: string;
  held: number;
  /** How many cards it still has to play. */
  left: number;
}

/** A card on a foundation. */
export interface Lying {
  id: number;
  card: string;
  from?: Where;
  /** Played by oneself, and not accepted yet. */
  isSent: boolean;
}

/** A card back that travels. */
export interface Flight {
  id: number;
  from: Where;
  to: Where;
  delay: number;
}

const FOUNDATIONS = 3;
const ROLL = 750;
const OPENING_ROLL = 500;
const DEAL_ONE = 420;
const NOTHING: SavannahOwn = { hand: [], legal: {} };

/** Two foundations with the same source are told apart by their number in the name of the action. */
const playName = (source: Source, foundation: number): string => {
  const onto = `>${foundation + 1}`;
  if (source.kind === "hand") return `play ${source.card}${onto}`;
  return source.kind === "other" ? `seat ${source.seat + 1}${onto}` : source.kind + onto;
};

/** From where to which foundation a seat has played, as the name of the action says. */
function played(seat: number, action: string) {
  const [from = "", onto] = action.split(">");
  if (onto === undefined) return undefined;
  const [word, what] = from.split(" ");
  const owner = word === "seat" ? Number(what) - 1 : seat;
  const part = word === "play" ? "hand" : word === "reserve" ? "reserve" : "pile";
  return { from: { seat: owner, part } as const, onto: Number(onto) - 1 };
}

type Play = NonNullable<ReturnType<typeof played>>;

/** The card of the hand that the name of an action tells: `play 5h>2`, `discard 5h`. */
const handCard = (action: string): string => action.split(/[ >]/)[1] ?? "";

export const isSame = (one: Source | undefined, other: Source): boolean =>
  one !== undefined && playName(one, 0) === playName(other, 0) && idOf(one) === idOf(other);

const hasRoll = (step: Step): boolean =>
  step.events.some((event) => event.type === "chance" && event.chance.startsWith("roll"));

const idOf = (source: Source): string => (source.kind === "hand" ? source.id : "");

export class Stage extends Staging implements Listener {
  hand = $state.raw<HandCard[]>([]);
  /** The card that was picked, to be played or discarded. */
  selected = $state.raw<Source>();
  /** The card looked at: hovered, focused or dragged. */
  hovered = $state.raw<Source>();
  /** Whether the next hand card tapped is the one to end the turn with. */
  isDiscarding = $state(false);
  /** A discard that waits for the person to be sure. */
  asked = $state<string>();
  /** What is on its way to the server. */
  sent = $state.raw<{ action: string; source: Source | undefined }>();
  /** The topmost two cards of each foundation, the top last. */
  lying = $state.raw<Lying[][]>([[], [], []]);
  flights = $state.raw<Flight[]>([]);
  /** Why the last card could go where it went. */
  reason = $state.raw<{ id: number; foundation: number; text: string }>();
  /** The dice as they are seen, while they roll. */
  rolling = $state.raw<{ id: number; dice: [number, number]; isQuick: boolean }>();
  /** What the seats have rolled for the first turn, while one looks at it. */
  rolls = $state.raw<Record<number, number>>({});
  /** Whether the cards are dealt and the first turn is rolled for before our eyes. */
  isOpening = $state(false);
  /** Cards of the hand that have just come, with a delay. */
  arrived = $state.raw<Map<string, number>>(new Map());
  /** How the tops of the own piles came there: turned up, or laid down from the hand. */
  turnedUp = $state.raw<{ reserve?: "reserve"; pile?: "pile" | "hand" }>({});

  /** Cards that are still to be dealt onto foundations before our eyes. */
  private coming = 0;
  /** Whether what was sent has had its effect, which may not all have been shown yet. */
  private isAccepted = false;
  /** Counts what has been shown, so that a look at the facts is not taken in the middle. */
  private settled = 0;

  constructor(live: LiveTable) {
    super(live);
    this.fresh();
  }

  get view(): SavannahView | undefined {
    return this.live.game as SavannahView | undefined;
  }

  get own(): SavannahOwn {
    return (this.live.own as SavannahOwn | undefined) ?? NOTHING;
  }

  /** The names of what may be done now. */
  get legal(): string[] {
    return inFull(this.own.legal);
  }

  /** From which of these a card could still be played. */
  get still(): ("reserve" | "pile")[] {
    return (["reserve", "pile"] as const).filter((one) => this.legal.some((name) => name.startsWith(`${one}>`)));
  }

  get players(): number {
    return this.live.table?.seats.length ?? 2;
  }

  liesOf(seat: number): Lies {
    const [reserve, top] = this.view?.reserves[seat] ?? [0, ""];
    return { reserve, top, held: this.view?.held[seat] ?? 0, left: reserve + this.pileOf(seat).length };
  }

  /** A discard pile from the bottom to the top; empty texts lie face down. */
  pileOf(seat: number): string[] {
    return Object.values(this.view?.piles[seat] ?? {});
  }

  foundation(number: number): Foundation | undefined {
    const { view } = this;
    const top = view?.tops[number];
    if (!view || top === undefined) return undefined;
    return { top, count: view.sizes[number]!, takes: takesWords(view.takes[number]!, top, view) };
  }

  get isMyTurn(): boolean {
    const { view, seat } = this;
    return !this.isOpening && seat !== undefined && view?.stage === "turn" && view.turn === seat;
  }

  get canAct(): boolean {
    return this.legal.length > 0 && this.sent === undefined && !this.isOpening;
  }

  /** The foundations that take a card. */
  spots(source: Source): number[] {
    return [...Array(FOUNDATIONS).keys()].filter((k) => this.legal.includes(playName(source, k)));
  }

  canEnd(card: string): boolean {
    return this.legal.includes(`discard ${card}`);
  }

  /** Why a foundation takes a card, if it does. */
  ways(source: Source, foundation: number): Way[] {
    if (!this.legal.includes(playName(source, foundation))) return [];
    return waysOnto(this.view?.takes[foundation], this.cardOf(source) ?? "");
  }

  badges(seat: number): Badge[] {
    if (this.view?.first !== seat || this.isOpening) return [];
    return [{ sign: "1", title: "had the first turn", tone: "paper" }];
  }

  // What the person does

  tap(source: Source): void {
    if (this.sent) return;
    if (this.isDiscarding && source.kind === "hand") return this.end(source.card);
    const spots = this.spots(source);
    const [only] = spots;
    const isPicked = isSame(this.selected, source);
    const isUseful = spots.length > 0 || (source.kind === "hand" && this.canEnd(source.card));
    if (only !== undefined && spots.length === 1 && (isPicked || !settings.tapTwice))
      this.play(source, only);
    else if (isUseful) this.selected = isPicked ? undefined : source;
    else for (let k = 0; k < FOUNDATIONS; k++) this.live.why(playName(source, k));
  }

  /** A foundation was tapped: it takes the card picked, or says what it takes. */
  tapFoundation(foundation: number): void {
    const source = this.selected ?? this.hovered;
    if (source && !this.sent) this.play(source, foundation);
    else {
      const takes = this.foundation(foundation)?.takes;
      if (takes) this.live.say(takes);
    }
  }

  play(source: Source, foundation: number, from?: Spot): void {
    if (this.sent) return;
    const action = playName(source, foundation);
    if (!this.legal.includes(action)) return this.live.why(action);
    const card = this.cardOf(source);
    if (card === undefined) return;
    this.sent = { action, source };
    this.leave();
    this.lay(foundation, card, from ?? this.whereIs(source), { isSent: true });
    this.live.send({ type: "act", action }, (refused) => this.answered(refused));
    cardSound();
  }

  /** The button: choose the card to end with; with an empty hand the turn is over at once. */
  askEnd(): void {
    if (this.legal.includes("end")) this.act("end");
    else if (this.selected?.kind === "hand") this.end(this.selected.card);
    else this.isDiscarding = !this.isDiscarding;
  }

  /** Ends the turn with a card, once more asked if something could still be played. */
  end(card: string): void {
    if (!this.canEnd(card)) return this.live.why(`discard ${card}`);
    if (settings.askBeforeEnd && this.still.length) this.asked = card;
    else this.discard(card);
  }

  discard(card: string): void {
    const one = this.hand.find((held) => held.card === card);
    this.act(`discard ${card}`, one && { kind: "hand", id: one.id, card });
  }

  neverAsk(): void {
    change("askBeforeEnd", false);
  }

  /** Lets go what was picked: the turn goes on. */
  leave(): void {
    this.asked = undefined;
    this.selected = undefined;
    this.hovered = undefined;
    this.isDiscarding = false;
  }

  private act(action: string, source?: Source): void {
    if (this.sent) return;
    this.sent = { action, source };
    this.leave();
    this.live.send({ type: "act", action }, (refused) => this.answered(refused));
    cardSound();
  }

  private answered(refused: Refused | undefined): void {
    if (refused === undefined) return;
    this.live.say(refused.text, "bad");
    this.sent = undefined;
    this.lying = this.lying.map((pile) => pile.filter(({ isSent }) => !isSent));
    this.settle();
  }

  private cardOf(source: Source): string | undefined {
    if (source.kind === "hand") return source.card;
    if (source.kind === "reserve") return this.liesOf(this.seat ?? 0).top || undefined;
    return this.pileOf(source.kind === "other" ? source.seat : (this.seat ?? 0)).at(-1);
  }

  private whereIs(source: Source): Where {
    if (source.kind === "other") return { seat: source.seat, part: "pile" };
    return { seat: this.seat ?? 0, part: source.kind };
  }

  // What the server tells

  fresh(): void {
    this.stop();
    this.coming = 0;
    this.banner = undefined;
    this.flights = [];
    this.rolling = undefined;
    this.reason = undefined;
    this.arrived = new Map();
    this.turnedUp = {};
    this.isOpening = false;
    this.isAccepted = false;
    this.rolls = {};
    if (this.sent && !this.live.isWaiting) this.sent = undefined;
    if (!this.sent) this.lying = [[], [], []];
    this.settle();
    this.hand = updated(this.hand, this.own.hand);
    this.sort();
  }

  happened(event: Happened, step: Step): void {
    if (event.type === "act") this.acted(event, step);
    else if (event.type === "chance") this.chanced(event, step);
    else if (event.type === "hand_began") this.began();
    else if (event.type === "stood_in" && event.seat === this.seat)
      this.live.say("A bot plays for you: play a card to take your seat back.");
    if (!step.isLast) {
      this.settled += 1;
      return;
    }
    if (this.isAccepted) this.sent = undefined;
    this.isAccepted = false;
    this.settle();
  }

  dwell(step: Step): number {
    return Math.max(0, ...step.events.map((event) => this.dwellOf(event)));
  }

  private dwellOf(event: Happened): number {
    if (event.type === "act") {
      const then = (event.then ?? {}) as SavannahThen;
      const aces = (then.aces?.length ?? 0) * DEAL_ONE;
      if (then.ending) return 900 + aces;
      return aces + (event.seat === this.seat ? 120 : played(event.seat, event.action) ? 800 : 500);
    }
    if (event.type !== "chance") return 0;
    const then = (event.then ?? {}) as SavannahThen;
    if (then.again || then.first !== undefined) return 900;
    if (then.roller !== undefined) return OPENING_ROLL;
    return 1000 + (then.aces?.length ?? 0) * DEAL_ONE;
  }

  private began(): void {
    this.isOpening = true;
    this.rolls = {};
    this.hand = [];
    this.lying = [[], [], []];
    this.show("Savannah", "The cards are shuffled");
  }

  private acted(event: Acted, step: Step): void {
    const then = (event.then ?? {}) as SavannahThen;
    const { seat, action } = event;
    const play = played(seat, action);
    const mine = seat === this.seat;
    this.isAccepted ||= mine;
    if (play) this.played(event, play, then);
    else {
      if (mine) this.leave();
      this.ended(event);
    }
    this.takeHand(step);
    if (play && then.up) this.up(play.from, then.up);
    this.aces(then.aces ?? [], 500);
    this.draws(then.draw, step);
  }

  private ended({ seat, action }: Acted): void {
    if (action === "end") {
      this.said = `${this.who(seat, "end", "ends")} the turn with an empty hand.`;
      return;
    }
    if (seat === this.seat) this.turnedUp = { ...this.turnedUp, pile: "hand" };
    else cardSound();
    this.said = `${this.who(seat, "discard", "discards")} ${cardWords(handCard(action))}.`;
  }

  private played({ seat, action }: Acted, { from, onto }: Play, then: SavannahThen): void {
    const card = then.card ?? handCard(action);
    if (seat === this.seat && this.sent !== undefined)
      this.lying = this.lying.map((pile) => pile.map((one) => ({ ...one, isSent: false })));
    else {
      this.lay(onto, card, from);
      cardSound();
    }
    const isRobbed = from.seat !== seat;
    const whose = isRobbed ? `${this.live.name(from.seat)}'s` : "the";
    const pile = from.part === "pile" ? "discard pile" : "reserve";
    const where = from.part === "hand" ? "" : ` from ${whose} ${pile}`;
    this.said = `${this.who(seat, "play", "plays")} ${cardWords(card)}${where}.`;
    if (isRobbed) this.show("Doubles!", `${this.who(seat, "play", "plays")} ${cardSigns(card)}${where}`);
    const [way] = waysOf(then.ways);
    if (way && this.view) this.explain(onto, whyWords(way, card, this.view));
  }

  private up({ seat, part }: Play["from"], card: string): void {
    if (seat === this.seat) this.turnedUp = { ...this.turnedUp, [part]: part };
    this.said += ` ${cardWords(card)} is turned up.`;
  }

  private aces(dealt: readonly [number, string][], delay: number): void {
    if (dealt.length === 0) return;
    this.coming += dealt.length;
    this.after(pause(delay), () => this.show("Three aces!", "A card is dealt onto each"));
    dealt.forEach(([foundation, card], k) =>
      this.after(pause(delay + DEAL_ONE * (k + 1)), () => {
        this.coming -= 1;
        this.lay(foundation, card, "stock");
        cardSound();
      }),
    );
  }

  private chanced(event: Chanced, step: Step): void {
    const then = (event.then ?? {}) as SavannahThen;
    const [kind, one = "", other = ""] = event.chance.split(" ");
    if (kind === "roll") this.roll(then, [Number(one), Number(other)]);
    else if (then.deal) {
      this.lying = [[], [], []];
      shuffleSound();
      this.show("The deal", "Thirteen in reserve, six on the discard pile");
      this.after(pause(500), () => this.match());
      const seats = Array.from({ length: this.players }, (_, seat) => seat);
      for (const part of ["reserve", "pile"] as const)
        this.fly(seats.map((seat) => ({ from: "stock", to: { seat, part } })), part === "pile" ? 350 : 0);
    } else if (then.shuffled !== undefined) {
      gatherSound();
      shuffleSound();
      this.show("A new stock", `${then.shuffled} cards from the foundations are shuffled`);
      this.fly([0, 1, 2, 0, 1, 2].map((foundation) => ({ from: { foundation }, to: "stock" })), 0);
    }
    if (kind === "order") this.aces(then.aces ?? [], 500);
    this.takeHand(step);
    this.draws(then.draw, step);
  }

  private roll(then: SavannahThen, dice: [number, number]): void {
    const seat = then.roller ?? then.draw?.[0] ?? 0;
    this.leave();
    const id = this.nextId();
    const sum = dice[0] + dice[1];
    const isFirst = then.roller !== undefined;
    this.rolling = { id, dice, isQuick: isFirst };
    if (isFirst) this.rolls = { ...(seat in this.rolls ? {} : this.rolls), [seat]: sum };
    else {
      this.isOpening = false;
      this.rolls = {};
      this.after(motion(ROLL), () => {
        if (this.rolling?.id === id) this.rolling = undefined;
      });
    }
    diceSound();
    const isDouble = dice[0] === dice[1];
    this.said = `${this.who(seat, "roll", "rolls")} ${dice[0]} and ${dice[1]}.`;
    if (then.again)
      this.show("A tie", `${then.again.map((one) => this.live.name(one)).join(" and ")} roll again`);
    else if (then.first !== undefined)
      this.show(this.who(then.first, "begin", "begins"), `with ${sum}`);
    else if (isFirst) this.show("Who begins?", "The highest roll");
    else if (seat === this.seat && isDouble)
      this.show("Your turn: doubles!", "Once you may play from another's discard pile");
    else if (seat === this.seat) this.show("Your turn", `You roll ${sum}`);
  }

  private draws(draw: SavannahThen["draw"], step: Step): void {
    const [seat, count] = draw ?? [0, 0];
    if (seat === this.seat) return;
    this.fly(
      Array.from({ length: count }, () => ({ from: "stock", to: { seat, part: "hand" } })),
      hasRoll(step) ? ROLL : 350,
    );
  }

  private takeHand(step: Step): void {
    if (!step.isLast || this.isOpening) return;
    const played = this.isAccepted ? this.sent?.source : undefined;
    const gone = played?.kind === "hand" ? played.id : undefined;
    const before = new Set(this.hand.map(({ id }) => id));
    this.hand = updated(this.hand, this.own.hand, [], gone);
    this.sort();
    const wait = hasRoll(step) ? ROLL : 250;
    const fresh = this.hand.filter(({ id }) => !before.has(id));
    this.arrived = new Map(fresh.map(({ id }, k) => [id, wait + k * 110]));
  }

  private sort(): void {
    const ranks = this.view?.ranks ?? "";
    const place = ({ card }: HandCard): number => ranks.indexOf(card[0] ?? "");
    this.hand = [...this.hand].sort((a, b) => place(a) - place(b));
  }

  /** Puts a card on a foundation; the one below stays to be seen. */
  private lay(foundation: number, card: string, from?: Where, { isSent = false } = {}): void {
    const one: Lying = { id: this.nextId(), card, isSent, ...(from ? { from } : {}) };
    this.lying = this.lying.map((pile, k) => (k === foundation ? [...pile, one].slice(-2) : pile));
  }

  /** Makes the foundations show what the server says lies there, unless cards are on their way. */
  private settle(): void {
    const number = ++this.settled;
    this.after(pause(1400), () => {
      if (number === this.settled && this.coming === 0) this.match();
    });
    if (this.lying.every((pile) => pile.length === 0)) this.match();
  }

  private match(): void {
    if (this.sent) return;
    for (let k = 0; k < FOUNDATIONS; k++) {
      const top = this.view?.tops[k];
      if (top !== undefined && this.lying[k]?.at(-1)?.card !== top)
        this.lay(k, top, this.isOpening ? "stock" : undefined);
    }
  }

  private explain(foundation: number, text: string): void {
    const reason = { id: this.nextId(), foundation, text };
    this.reason = reason;
    this.after(pause(2200), () => {
      if (this.reason?.id === reason.id) this.reason = undefined;
    });
  }

  private fly(ways: readonly { from: Where; to: Where }[], delay: number): void {
    const flights = ways.map((way, k) => ({ ...way, id: this.nextId(), delay: delay + k * 60 }));
    this.flights = [...this.flights, ...flights];
    const ids = new Set(flights.map(({ id }) => id));
    this.after(3000, () => (this.flights = this.flights.filter(({ id }) => !ids.has(id))));
  }
}
