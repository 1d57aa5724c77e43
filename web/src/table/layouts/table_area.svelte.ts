// The contents of the mat, independent of the layout.
import { hasSealedBids } from "../../client/presentation";
import { bidGrid, places, type TableSide } from "../cards/layout";
import { requestedActions, handToPlay } from "../../client/view_selectors";
import type { TableState } from "../state/table_state.svelte";

/** `hasHandBelow`: the hand to play from is at the bottom, within reach of a finger, and the reader's own hand is small
 * while they play from another. */
export class Area {
  constructor(
    readonly table: TableState,
    readonly hasHandBelow: () => boolean,
  ) {}

  readonly seats: number = $derived.by(() => this.table.seats?.seats.length ?? 0);
  readonly nearSeat: number = $derived.by(() => this.table.you ?? 0);
  readonly sides: TableSide[] = $derived(places(this.seats, this.nearSeat));
  readonly otherSeats: number[] = $derived(this.sides.map((_, n) => (this.nearSeat + 1 + n) % this.seats).slice(0, -1));
  /** The displayed state of the deal; null while the next deal is shuffled. */
  readonly update = $derived.by(() => (this.table.shuffle ? null : this.table.update));
  readonly publicState = $derived(this.update?.view.public ?? null);
  readonly openSeats: number[] = $derived(
    this.publicState ? this.otherSeats.filter((seat) => this.publicState?.shown[seat]) : [],
  );

  /** The hidden hands with located cards, by seat. */
  readonly locatedHands = $derived.by(() => new Map((this.update?.traced ?? []).map((hand) => [hand.seat, hand])));

  readonly requested = $derived.by(() => requestedActions(this.table.mustAct ? this.table.legal : []));
  /** Only calls are requested. */
  readonly isCalling: boolean = $derived(this.requested.calls.length > 0 && !this.requested.cards);
  /** Bids of a number of tricks in a suit are requested. */
  readonly isBidding: boolean = $derived.by(() => {
    const { levels } = bidGrid(this.table.welcome?.calls ?? []);
    return this.requested.calls.some((call) => levels.some((level) => level.bids.includes(call)));
  });
  /** Sealed bids are on the table. */
  readonly hasSealedBids: boolean = $derived.by(() => {
    const { welcome } = this.table;
    return (
      !!this.publicState &&
      !!welcome &&
      hasSealedBids(welcome) &&
      !this.publicState.tricks?.past.length &&
      !this.publicState.tricks?.table.length
    );
  });
  readonly isPlaying: boolean = $derived.by(
    () => this.table.fullTrick !== null || (this.publicState?.tricks != null && !this.hasSealedBids),
  );

  /** Other players call or may call soon, and the viewer may call later. In a coached deal the coach takes the place of
   * the calls. */
  readonly isWaiting: boolean = $derived.by(
    () =>
      this.table.you !== null &&
      !!this.publicState?.auction &&
      !(this.publicState.exchange?.queue.length || this.isPlaying || this.hasSealedBids || this.table.welcome?.coach) &&
      !(this.requested.calls.length || this.requested.cards),
  );

  /** The hand at the bottom, with its seat. For a spectator it is the public part of the near player's hand. */
  readonly bottomHand: { seat: number | null; mask: number } = $derived.by(() => {
    if (this.table.you === null) return { seat: this.nearSeat, mask: this.publicState?.shown[this.nearSeat] ?? 0 };
    if (!this.hasHandBelow()) return { seat: this.update?.view.seat ?? null, mask: this.update?.view.hand ?? 0 };
    return this.update ? handToPlay(this.update) : { seat: null, mask: 0 };
  });
  /** A hand is at the bottom, or was in this deal: its place is kept. */
  readonly keepsHandPlace: boolean = $derived.by(
    () =>
      this.bottomHand.mask > 0 ||
      (this.table.you !== null && (this.publicState?.tricks?.seats.includes(this.table.you) ?? false)),
  );
  /** The open hands shown as strips, within reach of a finger. */
  readonly stripSeats: number[] = $derived.by(() =>
    this.hasHandBelow() ? this.openSeats.filter((seat) => seat !== this.bottomHand.seat) : [],
  );
  readonly locatedStrips = $derived.by(() => (this.hasHandBelow() ? [...this.locatedHands.values()] : []));
  readonly isOwnHandAside: boolean = $derived.by(
    () => this.hasHandBelow() && this.bottomHand.seat !== this.update?.view.seat && (this.update?.view.hand ?? 0) > 0,
  );
  /** At least one hand is shown as a strip. */
  readonly hasStrips: boolean = $derived(this.isOwnHandAside || this.stripSeats.length + this.locatedStrips.length > 0);
  /** The seat and place from which this deal's cards come. */
  readonly dealer: { seat: number; place: TableSide } = $derived({
    seat: this.publicState?.dealer ?? 0,
    place: this.sides[this.publicState?.dealer ?? 0] ?? "top",
  });

  /** Return the label of a hand. */
  handLabel(seat: number | null): string {
    const { words, names, you } = this.table;
    return seat === you ? words.text("table-hand") : words.text("table-hand-of", { player: names[seat ?? 0] ?? "" });
  }
}
