// Swipe gestures: left for the next step, right for the previous one.
import type { Attachment } from "svelte/attachments";

/** The minimum length of a swipe, in pixels, and the minimum ratio of its horizontal to its vertical part. */
const MIN_LENGTH = 40;
const MIN_RATIO = 1.5;

/** Call `step` on swipes over an element: 1 for the next step, -1 for the previous one. */
export const swipe =
  (step: (direction: 1 | -1) => void): Attachment<HTMLElement> =>
  (node) => {
    let startTouch: Touch | undefined;
    const startSwipe = (event: TouchEvent) => (startTouch = event.touches.length === 1 ? event.touches[0] : undefined);
    const endSwipe = (event: TouchEvent) => {
      const endTouch = event.changedTouches[0];
      if (!startTouch || !endTouch) return;
      const [x, y] = [endTouch.clientX - startTouch.clientX, endTouch.clientY - startTouch.clientY];
      startTouch = undefined;
      if (Math.abs(x) >= MIN_LENGTH && Math.abs(x) > MIN_RATIO * Math.abs(y)) step(x < 0 ? 1 : -1);
    };
    node.addEventListener("touchstart", startSwipe, { passive: true });
    node.addEventListener("touchend", endSwipe, { passive: true });
    return () => {
      node.removeEventListener("touchstart", startSwipe);
      node.removeEventListener("touchend", endSwipe);
    };
  };
