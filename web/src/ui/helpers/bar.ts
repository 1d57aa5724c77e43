/* A bar that stays in its place while the rest scrolls under it: what gets the focus is scrolled clear of it. */
import type { Attachment } from "svelte/attachments";

const STAYS = new Set(["sticky", "fixed"]);
const SCROLLS = new Set(["auto", "scroll"]);

/** Return what tells the box that scrolls under a bar how high the bar is, where it stays at that end of the box. */
export function bar(end: "Top" | "Bottom"): Attachment<HTMLElement> {
  return (node) => {
    const { style } = scrollingBox(node);
    const observer = new ResizeObserver(() => {
      style[`scrollPadding${end}`] = STAYS.has(getComputedStyle(node).position) ? `${node.offsetHeight}px` : "";
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
    if (SCROLLS.has(getComputedStyle(box).overflowY)) return box;
  return document.documentElement;
}
