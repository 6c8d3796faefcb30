/** What is to be seen at a table of Pip-Pip beyond the plain facts: cards on their way, banners. */

import type { Badge } from "../../board/badges";
import { moved, updated } from "../../board/hand";
import type { HandCard } from "../../board/hand";
import { Staging } from "../../board/staging.svelte";
import { inFull } from "../../lib/actions";
import { cardSigns, cardWords, suitWord } from "../../lib/cards";
import type { Listener, LiveTable, Step } from "../../lib/live.svelte";
import type {
  Acted,
  Chanced,
  Happened,
  PipPipOwn,
  PipPipThen,
  PipPipView,
  Refused,
  Trick,
} from "../../lib/protocol";
import { pause, settings } from "../../lib/settings.svelte";
import { cardSound, gatherSound, hornSound, shuffleSound } from "../../lib/sound";
import { cardOf, playName, sorted } from "./hand";

/** A card back on its way from the stock to a seat. */
export interface Flight {
  id: number;
  seat: number;
  delay: number;
}

const LOOK_AT_TRICK = 900;
const GATHER = 450;
const NOTHING: PipPipOwn = { hand: [], legal: {} };
const EMPTY: Trick = { leader: 0, cards: [], points: 0 };

export class Stage extends Staging implements Listener {
  hand = $state.raw<HandCard[]>([]);
  /** A play on its way to the server. */
  sent = $state.raw<{ action: string; card: HandCard }>();
  /** The card tapped once, where it takes two taps to play. */
  selected = $state<string>();
  /** The number of the last trick that was gathered. */
  gathered = $state(-1);
  flights = $state.raw<Flight[]>([]);
  /** The cards drawn for the deal, by seat, while they lie there. */
  drawn = $state.raw<string[]>([]);
  /** Whether cards are drawn, cut or dealt before our eyes, so that the view is still the last. */
  isCeremony = $state(false);
  /** Seats that draw again. */
  again = $state.raw<number[]>([]);
  /** Counts the calls: each gives the table a stir. */
  stirs = $state(0);
  /** Cards of the hand that have just come, and whether as a deal or as a draw. */
  arrived = $state.raw<Map<string, number>>(new Map());
  /** A card that has come back because it was refused. */
  returned = $state<string>();
  /** A call or bid on its way to the server: it is not offered again meanwhile. */
  private asked = $state<string>();

  constructor(live: LiveTable) {
    super(live);
    this.fresh();
  }

  get view(): PipPipView | undefined {
    return this.live.game as PipPipView | undefined;
  }

  get own(): PipPipOwn {
    return (this.live.own as PipPipOwn | undefined) ?? NOTHING;
  }

  /** The names of what may be done now. */
  get legal(): string[] {
    return inFull(this.own.legal);
  }

  /** The trick on the table; a complete one stays until the next lead. */
  get trick(): Trick {
    return this.tricks[0] ?? EMPTY;
  }

  /** The last tricks, the latest first. */
  private get tricks(): Trick[] {
    return Object.entries(this.view?.last_tricks ?? {})
      .sort(([one], [other]) => Number(other) - Number(one))
      .map(([, trick]) => trick);
  }

  get players(): number {
    return this.view?.held.length ?? this.live.table?.seats.length ?? 4;
  }

  get isComplete(): boolean {
    return this.trick.cards.length === this.players;
  }

  /** The number of the trick that is being looked at, from 0. */
  get trickNumber(): number {
    const won = (this.view?.tricks ?? []).reduce((sum, count) => sum + count, 0);
    return (this.view?.hand ?? 0) * 1000 + won - (this.isComplete ? 1 : 0);
  }

  get isMyTurn(): boolean {
    return this.seat !== undefined && this.view?.turn === this.seat;
  }

  /** The last trick that no longer lies on the table. */
  get lastTrick(): Trick | undefined {
    const [latest, before] = this.tricks;
    return this.isComplete && this.gathered === this.trickNumber ? latest : before;
  }

  /** The own card that is sent, or waits for the end of a wait for calls. */
  get pending(): { card: HandCard; state: "sent" | "held" } | undefined {
    const held = this.live.you?.held;
    if (this.sent)
      return { card: this.sent.card, state: held === this.sent.action ? "held" : "sent" };
    const card = held === undefined ? undefined : cardOf(held, this.hand);
    return card && { card, state: "held" };
  }

  /** The card that an order plays when its turn comes. */
  get preselected(): HandCard | undefined {
    const order = this.live.you?.orders?.play;
    return order ? cardOf(order, this.hand) : undefined;
  }

  get calls(): string[] {
    return this.legal
      .filter((name) => name.startsWith("call ") && name !== this.asked)
      .map((name) => name.slice(5));
  }

  get bids(): string[] {
    if (this.asked) return [];
    return this.legal.filter((name) => name === "pass" || name.startsWith("bid "));
  }

  /** The dealer's mark, and of who led the trick. */
  badges(seat: number): Badge[] {
    const { view } = this;
    const found: Badge[] = [];
    if (view?.dealer === seat) found.push({ sign: "D", title: "dealer", tone: "paper" });
    if (this.trick.cards.length && this.trick.leader === seat)
      found.push({ sign: "1", title: "led this trick", tone: "brass" });
    return found;
  }

  isLegal(one: HandCard): boolean {
    return this.legal.includes(playName(one, this.legal));
  }

  /** What tapping a card does. */
  tap(one: HandCard): void {
    if (this.sent && this.live.you?.held === undefined) return;
    const action = playName(one, this.legal);
    if (this.legal.includes(action)) {
      if (settings.tapTwice && this.selected !== one.id) this.selected = one.id;
      else this.play(one, action);
    } else if (this.isMyTurn || this.view?.stage !== "play") this.live.why(action);
    else this.live.order({ play: this.preselected?.id === one.id ? "" : action });
  }

  play(one: HandCard, action = playName(one, this.legal)): void {
    if (!this.legal.includes(action)) return this.live.why(action);
    this.selected = undefined;
    this.returned = undefined;
    if (this.isComplete) this.gather(this.trickNumber);
    this.sent = { action, card: one };
    this.live.send({ type: "act", action }, (refused) => this.answered(refused));
    cardSound();
  }

  call(suit: string): void {
    if (this.calls.includes(suit)) this.ask(`call ${suit}`);
  }

  bid(action: string): void {
    if (this.bids.includes(action)) this.ask(action);
  }

  private ask(action: string): void {
    this.asked = action;
    this.live.send({ type: "act", action }, (refused) => {
      if (this.asked === action) this.asked = undefined;
      if (refused) this.live.say(refused.text, "bad");
    });
  }

  /** Puts a card elsewhere in the hand; from then on it stays as dragged. */
  move(id: string, to: number): void {
    this.hand = moved(this.hand, id, to);
  }

  sort(): void {
    if (this.view && settings.sortBySuit) this.hand = sorted(this.hand, this.view.ranks);
  }

  fresh(): void {
    this.stop();
    this.banner = undefined;
    this.isCeremony = false;
    this.flights = [];
    this.arrived = new Map();
    this.drawn = this.view?.stage === "draw" ? (this.view.drawn ?? []) : [];
    this.gathered = this.isComplete ? this.trickNumber : -1;
    this.deal(undefined);
    const { sent } = this;
    if (sent && !(this.live.isWaiting && this.hand.some(({ id }) => id === sent.card.id)))
      this.sent = undefined;
  }

  happened(event: Happened): void {
    if (event.type === "act") this.acted(event);
    else if (event.type === "chance") this.chanced(event);
    else if (event.type === "hand_began") this.handBegan(event.hand);
    else if (event.type === "stood_in" && event.seat === this.seat)
      this.live.say("A bot plays for you: play a card to take your seat back.");
  }

  dwell(step: Step): number {
    return Math.max(0, ...step.events.map((event) => this.dwellOf(event)));
  }

  private dwellOf(event: Happened): number {
    if (event.type === "chance") {
      if (event.chance === "order") return 900;
      const then = (event.then ?? {}) as PipPipThen;
      return event.chance.startsWith("card") && then.dealer === undefined ? 150 : 1300;
    }
    if (event.type !== "act") return 0;
    const then = (event.then ?? {}) as PipPipThen;
    if (then.won !== undefined) return LOOK_AT_TRICK + GATHER;
    if (event.action.startsWith("call")) return 500;
    return 130;
  }

  private acted(event: Acted): void {
    const then = (event.then ?? {}) as PipPipThen;
    const name = this.live.name(event.seat);
    const [verb, what = ""] = event.action.split(" ");
    const mine = event.seat === this.seat;
    if (verb === "play") {
      if (!mine) cardSound();
      const drawers = this.drawers(then);
      this.deal(mine ? this.playedBy(event.action) : undefined, drawers.includes(this.seat ?? -1));
      if (mine) this.sent = undefined;
      this.draws(drawers, 0);
      this.said = `${this.who(event.seat, "play", "plays")} ${cardWords(what)}.`;
      if (then.trump) this.said += ` Trumps are ${suitWord(then.trump)} now.`;
      if (then.won !== undefined) this.won(then.won, then.points ?? 0);
    } else if (verb === "call") {
      this.deal(undefined);
      this.stirs += 1;
      hornSound();
      const next = this.view?.next_trump;
      this.show("PIP-PIP!", `${this.who(event.seat, "call", "calls")} ${suitWord(what)}: ${then.points ?? 0} points`, {
        suit: what,
        loud: true,
      });
      if (next === what) this.said += ` Trumps of the next trick: ${suitWord(next)}.`;
    } else this.said = `${mine ? "You" : name}: ${event.action}.`;
  }

  /** The seats that have drawn a card, in order. */
  private drawers({ draw: [first, count] = [0, 0] }: PipPipThen): number[] {
    return Array.from({ length: count }, (_, k) => (first + k) % this.players);
  }

  private playedBy(action: string): string | undefined {
    if (this.sent?.action === action) return this.sent.card.id;
    return cardOf(action, this.hand)?.id;
  }

  private won(seat: number, points: number): void {
    const number = this.trickNumber;
    this.said += ` ${this.who(seat, "win", "wins")} the trick: ${points} ${points === 1 ? "point" : "points"}.`;
    this.after(pause(LOOK_AT_TRICK), () => this.gather(number));
  }

  private gather(number: number): void {
    if (this.gathered === number) return;
    this.gathered = number;
    gatherSound();
  }

  private chanced(event: Chanced): void {
    const then = (event.then ?? {}) as PipPipThen;
    const [kind, what = ""] = event.chance.split(" ");
    if (kind === "card" && then.drawer !== undefined) {
      cardSound();
      const drawn = this.drawn.length === this.players ? [...this.drawn] : new Array<string>(this.players).fill("");
      drawn[then.drawer] = what;
      this.drawn = drawn;
      this.again = then.again ?? this.again.filter((seat) => seat !== then.drawer);
      if (then.again)
        this.show("A tie", `${then.again.map((seat) => this.live.name(seat)).join(", ")} draw again`);
      else if (then.dealer === undefined) this.show("Draw for deal", "Rank alone decides");
      if (then.dealer !== undefined)
        this.show(`${this.live.name(then.dealer)} deals`, `with ${cardSigns(this.drawn[then.dealer] || what)}`);
    } else if (kind === "dealer" && this.view?.dealer !== undefined)
      this.show(`${this.live.name(this.view.dealer)} deals`, "chosen by lot");
    else if (kind === "cut")
      this.show(`${capital(suitWord(what))} are trumps`, "cut from the pack", { suit: what });
    else if (kind === "order") {
      this.drawn = [];
      this.gathered = -1;
      this.isCeremony = false;
      shuffleSound();
      this.deal(undefined, true);
      const seats = Array.from({ length: this.players }, (_, seat) => seat);
      this.draws(seats, 0);
      this.draws(seats, 250);
      this.draws(seats, 500);
      this.said = "The cards are dealt.";
    }
  }

  private handBegan(hand: number): void {
    this.drawn = [];
    this.again = [];
    this.isCeremony = true;
    this.show(`Hand ${hand}`, "");
  }

  /** Takes over what the server says is in the hand. */
  private deal(gone: string | undefined, hasDrawn = false): void {
    const shown = this.seat === undefined ? [] : (this.view?.shown[this.seat] ?? []);
    const before = new Set(this.hand.map(({ id }) => id));
    this.hand = updated(this.hand, this.own.hand, shown, gone);
    this.sort();
    const fresh = this.hand.filter(({ id }) => !before.has(id));
    if (hasDrawn) this.arrived = new Map(fresh.map(({ id }, k) => [id, fresh.length > 1 ? k * 90 : 60]));
    if (!this.hand.some(({ id }) => id === this.selected)) this.selected = undefined;
  }

  private draws(seats: readonly number[], delay: number): void {
    const flights = seats
      .filter((seat) => seat !== this.seat)
      .map((seat, k) => ({ id: this.nextId(), seat, delay: delay + k * 40 }));
    this.flights = [...this.flights, ...flights];
    const ids = new Set(flights.map(({ id }) => id));
    this.after(2500, () => (this.flights = this.flights.filter(({ id }) => !ids.has(id))));
  }

  private answered(refused: Refused | undefined): void {
    if (this.sent && refused) {
      this.returned = this.sent.card.id;
      this.live.say(refused.text, "bad");
    }
    if (refused || this.live.you?.held !== undefined) this.sent = undefined;
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

