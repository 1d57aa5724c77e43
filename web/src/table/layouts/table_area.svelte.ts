// The contents of the mat, independent of the layout.
import { bidsSealed } from "../../client/presentation";
import { bidGrid, places, type TableSide } from "../cards/layout";
import { asksFor, handToPlay } from "../../client/view_selectors";
import type { TableState } from "../state/table_state.svelte";

/** `fingers`: the hand to play from is at the bottom, within reach of a finger, and the reader's own hand is small
 * while playing from another. */
export class Area {
  constructor(
    readonly table: TableState,
    readonly fingers: () => boolean,
  ) {}

  readonly seats: number = $derived.by(() => this.table.seats?.seats.length ?? 0);
  readonly near: number = $derived.by(() => this.table.you ?? 0);
  readonly round: TableSide[] = $derived(places(this.seats, this.near));
  readonly otherSeats: number[] = $derived(this.round.map((_, n) => (this.near + 1 + n) % this.seats).slice(0, -1));
  /** The displayed state of the deal; null while the next deal is shuffled. */
  readonly update = $derived.by(() => (this.table.shuffle ? null : this.table.update));
  readonly publicState = $derived(this.update?.view.public ?? null);
  readonly open: number[] = $derived(
    this.publicState ? this.otherSeats.filter((seat) => this.publicState?.shown[seat]) : [],
  );

  /** The hidden hands with located cards, by seat. */
  readonly locatedHands = $derived.by(() => new Map((this.update?.traced ?? []).map((hand) => [hand.seat, hand])));

  readonly requested = $derived.by(() => asksFor(this.table.mustAct ? this.table.legal : []));
  /** Only calls are requested. */
  readonly calling: boolean = $derived(this.requested.calls.length > 0 && !this.requested.cards);
  /** Bids of a number of tricks in a suit are requested. */
  readonly bidding: boolean = $derived.by(() => {
    const { levels } = bidGrid(this.table.welcome?.calls ?? []);
    return this.requested.calls.some((call) => levels.some((level) => level.bids.includes(call)));
  });
  /** Sealed bids are on the table. */
  readonly hasSealedBids: boolean = $derived.by(() => {
    const { welcome } = this.table;
    return (
      !!this.publicState &&
      !!welcome &&
      bidsSealed(welcome) &&
      !this.publicState.tricks?.past.length &&
      !this.publicState.tricks?.table.length
    );
  });
  readonly playing: boolean = $derived.by(
    () => this.table.resting !== null || (this.publicState?.tricks != null && !this.hasSealedBids),
  );

  /** Others call, or may do so soon, and the viewer may later. In a coach's deal the coach has the place of the
   * calls. */
  readonly waiting: boolean = $derived.by(
    () =>
      this.table.you !== null &&
      !!this.publicState?.auction &&
      !(this.publicState.exchange?.queue.length || this.playing || this.hasSealedBids || this.table.welcome?.coach) &&
      !(this.requested.calls.length || this.requested.cards),
  );

  /** The hand at the bottom, with its seat. For a spectator it is the public part of the near player's hand. */
  readonly bottomHand: { seat: number | null; mask: number } = $derived.by(() => {
    if (this.table.you === null) return { seat: this.near, mask: this.publicState?.shown[this.near] ?? 0 };
    if (!this.fingers()) return { seat: this.update?.view.seat ?? null, mask: this.update?.view.hand ?? 0 };
    return this.update ? handToPlay(this.update) : { seat: null, mask: 0 };
  });
  /** A hand is at the bottom, or was in this deal: its place is kept. */
  readonly keepsHandPlace: boolean = $derived.by(
    () =>
      this.bottomHand.mask > 0 ||
      (this.table.you !== null && (this.publicState?.tricks?.seats.includes(this.table.you) ?? false)),
  );
  /** The open hands shown as strips, within reach of a finger. */
  readonly strips: number[] = $derived.by(() =>
    this.fingers() ? this.open.filter((seat) => seat !== this.bottomHand.seat) : [],
  );
  readonly tracedStrips = $derived.by(() => (this.fingers() ? [...this.locatedHands.values()] : []));
  readonly ownHandAside: boolean = $derived.by(
    () => this.fingers() && this.bottomHand.seat !== this.update?.view.seat && (this.update?.view.hand ?? 0) > 0,
  );
  /** At least one hand is shown as a strip. */
  readonly hasStrips: boolean = $derived(this.ownHandAside || this.strips.length + this.tracedStrips.length > 0);
  /** The seat and place from which this deal's cards come. */
  readonly dealer: { seat: number; place: TableSide } = $derived({
    seat: this.publicState?.dealer ?? 0,
    place: this.round[this.publicState?.dealer ?? 0] ?? "top",
  });

  /** Return the label of a hand. */
  handOf(seat: number | null): string {
    const { words, names, you } = this.table;
    return seat === you ? words.text("table-hand") : words.text("table-hand-of", { player: names[seat ?? 0] ?? "" });
  }
}
