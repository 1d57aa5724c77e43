// Swipe gestures: left for the next step, right for the previous one.
import type { Attachment } from "svelte/attachments";

/** The minimum length of a swipe, in pixels, and the minimum ratio of its horizontal to its vertical part. */
const FAR = 40;
const SIDEWAYS = 1.5;

/** Call `step` on swipes over an element: 1 for the next step, -1 for the previous one. */
export const swiped =
  (step: (direction: 1 | -1) => void): Attachment<HTMLElement> =>
  (node) => {
    let from: Touch | undefined;
    const begun = (event: TouchEvent) => (from = event.touches.length === 1 ? event.touches[0] : undefined);
    const ended = (event: TouchEvent) => {
      const to = event.changedTouches[0];
      if (!from || !to) return;
      const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
      from = undefined;
      if (Math.abs(x) >= FAR && Math.abs(x) > SIDEWAYS * Math.abs(y)) step(x < 0 ? 1 : -1);
    };
    node.addEventListener("touchstart", begun, { passive: true });
    node.addEventListener("touchend", ended, { passive: true });
    return () => {
      node.removeEventListener("touchstart", begun);
      node.removeEventListener("touchend", ended);
    };
  };
