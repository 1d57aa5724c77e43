// A swipe to the left goes on, one to the right goes back.
import type { Attachment } from "svelte/attachments";

/** How far a finger goes at least, in pixels, and how much farther sideways than up or down. */
const FAR = 40;
const SIDEWAYS = 1.5;

/** Let swipes on an element step through something: 1 goes on, -1 goes back. */
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
