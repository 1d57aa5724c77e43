// Card animations: from the hand or a player to the trick, and from the trick to its winner. A card's position is its
// `translate`; an animation is a `transform` on top of it, so that neither moves the elements around it.
import { cubicIn, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import type { TableSide } from "./layout";
import { lasting, isStill } from "../../settings/settings.svelte";
import { fading } from "../../ui/helpers/fading";

const DEAL_MS = 240;
const PLAY_MS = 220;
const TAKE_MS = 320;
/** The starting offset, in pixels, of a card from a player who is not drawn at the table. */
const START_OFFSETS: Record<TableSide, [x: number, y: number]> = {
  self: [0, 160],
  left: [-220, -60],
  top: [0, -180],
  right: [220, -60],
};

const handRects = new Map<number, DOMRect>();
const seatElements = new Map<number, Element>();

/** Register an element as the position of a player. */
export const registerSeat = (seat: number) => (element: Element) => {
  seatElements.set(seat, element);
  return () => seatElements.delete(seat);
};

/** Record where a card leaves the hand: its animation to the trick starts there. */
export function recordLeave(element: Element, card: number): TransitionConfig {
  handRects.set(card, (element.querySelector(".card") ?? element).getBoundingClientRect());
  return { duration: 0 };
}

/** Animate a card into the trick. */
export function animateArrival(
  element: Element,
  { card, seat, place }: { card: number; seat: number; place: TableSide },
) {
  // Called later, when the hand has recorded that the card left it.
  return (): TransitionConfig => {
    if (isStill()) return fading();
    const handRect = handRects.get(card);
    handRects.delete(card);
    const [x, y] = handRect ? offsetBetween(element, handRect) : offsetFromSeat(element, seat, place);
    const scale = handRect ? handRect.width / element.getBoundingClientRect().width : 0.6;
    return {
      duration: lasting(PLAY_MS),
      easing: cubicOut,
      css: (t, u) =>
        `transform: translate(${x * u}px, ${y * u}px) scale(${1 + (scale - 1) * u}); ` +
        `opacity: ${handRect ? 1 : Math.min(1, 3 * t)}`,
    };
  };
}

const OPENING_MS = 1500;
const openedAt = performance.now();

/** Animate the cards of a hand from the dealer in turn; on a page that was just opened they are there at once. */
export function animateDeal(
  element: Element,
  { n, now, seat, place }: { n: number; now: boolean; seat: number; place: TableSide },
): TransitionConfig {
  if (!now || isStill() || performance.now() - openedAt < OPENING_MS) return { duration: 0 };
  const [x, y] = offsetFromSeat(element, seat, place);
  return {
    delay: lasting(30) * n,
    duration: lasting(DEAL_MS),
    easing: cubicOut,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px) rotate(${20 * u}deg); opacity: ${Math.min(1, 3 * t)}`,
  };
}

/** Animate a card to the winner of the trick. */
export function animateTrick(element: Element, { seat, place }: { seat: number; place: TableSide }): TransitionConfig {
  if (isStill()) return fading();
  const [x, y] = offsetFromSeat(element, seat, place);
  return {
    duration: lasting(TAKE_MS),
    easing: cubicIn,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u}px) scale(${1 - 0.8 * u}); opacity: ${Math.min(1, 2.5 * t)}`,
  };
}

function offsetFromSeat(element: Element, seat: number, place: TableSide): [number, number] {
  const player = seatElements.get(seat)?.getBoundingClientRect();
  return player ? offsetBetween(element, player) : START_OFFSETS[place];
}

function offsetBetween(element: Element, target: DOMRect): [number, number] {
  const source = element.getBoundingClientRect();
  return [
    target.x + target.width / 2 - source.x - source.width / 2,
    target.y + target.height / 2 - source.y - source.height / 2,
  ];
}

/** Shake an element twice, to show that an action is impossible. */
export function shake(element: Element): void {
  if (isStill()) return;
  const steps = [0, -4, 4, -4, 4, 0].map((x) => ({ transform: `translate(${x}px)` }));
  element.animate(steps, { duration: lasting(160) });
}
