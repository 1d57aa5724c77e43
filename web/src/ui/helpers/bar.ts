/* Bars that stay in place while the page scrolls under them. A focused element is scrolled to where none covers it. */
import type { Attachment } from "svelte/attachments";

const FIXED_POSITIONS = new Set(["sticky", "fixed"]);
const SCROLLING_OVERFLOWS = new Set(["auto", "scroll"]);

/** Return an attachment that pads the scrolling box of a bar by the bar's height, while the bar stays at that end. */
export function bar(end: "Top" | "Bottom"): Attachment<HTMLElement> {
  return (node) => {
    const { style } = scrollingBox(node);
    const observer = new ResizeObserver(() => {
      const stays = FIXED_POSITIONS.has(getComputedStyle(node).position);
      style[`scrollPadding${end}`] = stays ? `${node.offsetHeight}px` : "";
    });
    observer.observe(node);
    return () => {
      observer.disconnect();
      style[`scrollPadding${end}`] = "";
    };
  };
}

function scrollingBox(node: HTMLElement): HTMLElement {
  for (let box = node.parentElement; box; box = box.parentElement)
    if (SCROLLING_OVERFLOWS.has(getComputedStyle(box).overflowY)) return box;
  return document.documentElement;
}
