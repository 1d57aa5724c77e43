// What the mat shows of a table, however it is laid out.
import { bidsSealed } from "../../client/presentation";
import { bidGrid, places, type Place } from "../cards/layout";
import { asksFor, playedFrom } from "../view_selectors";
import type { TableState } from "../../client/table_state.svelte";

/** `fingers`: the hand that is played from lies below, in reach of a finger, and the own hand then open in small. */
export class Area {
  constructor(
    readonly table: TableState,
    readonly fingers: () => boolean,
  ) {}

  readonly seats: number = $derived.by(() => this.table.seats?.seats.length ?? 0);
  readonly near: number = $derived.by(() => this.table.you ?? 0);
  readonly round: Place[] = $derived(places(this.seats, this.near));
  readonly others: number[] = $derived(this.round.map((_, n) => (this.near + 1 + n) % this.seats).slice(0, -1));
  /** What is drawn of the deal; the last one is over while the next is shuffled. */
  readonly update = $derived.by(() => (this.table.sealed ? null : this.table.shown));
  readonly of = $derived(this.update?.view.public ?? null);
  readonly open: number[] = $derived(this.of ? this.others.filter((seat) => this.of?.shown[seat]) : []);

  /** The hidden hands of which cards can be placed, by seat. */
  readonly traced = $derived.by(() => new Map((this.update?.traced ?? []).map((one) => [one.seat, one])));

  readonly wanted = $derived.by(() => asksFor(this.table.asked ? this.table.legal : []));
  /** Only calls are asked for. */
  readonly calling: boolean = $derived(this.wanted.calls.length > 0 && !this.wanted.cards);
  /** Bids of a number of tricks in a suit are asked for. */
  readonly bidding: boolean = $derived.by(() => {
    const { levels } = bidGrid(this.table.welcome?.calls ?? []);
    return this.wanted.calls.some((call) => levels.some((level) => level.bids.includes(call)));
  });
  /** Sealed bids lie on the table. */
  readonly sealed: boolean = $derived.by(() => {
    const { welcome } = this.table;
    return !!this.of && !!welcome && bidsSealed(welcome) && !this.of.tricks?.past.length && !this.of.tricks?.table.length;
  });
  readonly playing: boolean = $derived.by(
    () => this.table.resting !== null || (this.of?.tricks != null && !this.sealed),
  );

  /** The hand that lies below, and whose it is. A watcher sees there what everybody sees of the player in the near
   * seat. */
  readonly below: { seat: number | null; mask: number } = $derived.by(() => {
    if (this.table.you === null) return { seat: this.near, mask: this.of?.shown[this.near] ?? 0 };
    if (!this.fingers()) return { seat: this.update?.view.seat ?? null, mask: this.update?.view.hand ?? 0 };
    return this.update ? playedFrom(this.update) : { seat: null, mask: 0 };
  });
  /** A hand lies below, or did in this deal: its place is kept. */
  readonly held: boolean = $derived.by(
    () => this.below.mask > 0 || (this.table.you !== null && (this.of?.tricks?.seats.includes(this.table.you) ?? false)),
  );
  /** The open hands that lie as strips, in reach of a finger. */
  readonly strips: number[] = $derived.by(() =>
    this.fingers() ? this.open.filter((seat) => seat !== this.below.seat) : [],
  );
  readonly tracedStrips = $derived.by(() => (this.fingers() ? [...this.traced.values()] : []));
  readonly ownAside: boolean = $derived.by(
    () => this.fingers() && this.below.seat !== this.update?.view.seat && (this.update?.view.hand ?? 0) > 0,
  );
  /** Something lies as a strip. */
  readonly hasStrips: boolean = $derived(this.ownAside || this.strips.length + this.tracedStrips.length > 0);
  /** Where the cards of this deal come from. */
  readonly dealer: { seat: number; place: Place } = $derived({
    seat: this.of?.dealer ?? 0,
    place: this.round[this.of?.dealer ?? 0] ?? "top",
  });

  /** Return what a hand is called. */
  handOf(seat: number | null): string {
    const { words, names, you } = this.table;
    return seat === you ? words.text("table-hand") : words.text("table-hand-of", { player: names[seat ?? 0] ?? "" });
  }
}
