/* Keep the height of an element that empties while in view, so that the content below does not move under a finger. */
import type { Attachment } from "svelte/attachments";

/** Return an attachment that keeps an element's greatest height until `_key` changes. */
export function heldHeight(_key: unknown): Attachment<HTMLElement> {
  return (node) => {
    const observer = new ResizeObserver(() => (node.style.minHeight = `${node.offsetHeight}px`));
    observer.observe(node);
    return () => {
      observer.disconnect();
      node.style.minHeight = "";
    };
  };
}
