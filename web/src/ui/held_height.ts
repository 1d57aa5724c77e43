/* What empties while one looks at it keeps its height: what stands below does not move under a finger. */
import type { Attachment } from "svelte/attachments";

/** Return what keeps an element as high as it has been, until `_of` is another than before. */
export function heldHeight(_of: unknown): Attachment<HTMLElement> {
  return (node) => {
    const observer = new ResizeObserver(() => (node.style.minHeight = `${node.offsetHeight}px`));
    observer.observe(node);
    return () => {
      observer.disconnect();
      node.style.minHeight = "";
    };
  };
}
