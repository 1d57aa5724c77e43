/* Many small buttons as a single tab stop: an arrow key moves to the nearest one in its direction. */
import type { Attachment } from "svelte/attachments";

const ITEMS = "[data-mark]";
const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const centre = (item: Element): { x: number; y: number } => {
  const { left, top, width, height } = item.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** Return the nearest item in the direction of an arrow; sideways distance counts more. */
function nearest(start: Element, items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const startCentre = centre(start);
  const [dx, dy] = ARROWS[key] ?? [0, 0];
  const distanceTo = (item: Element): number => {
    const itemCentre = centre(item);
    const [x, y] = [itemCentre.x - startCentre.x, itemCentre.y - startCentre.y];
    const ahead = x * dx + y * dy;
    return ahead > 1 ? ahead + 3 * Math.abs(x * dy + y * dx) : Infinity;
  };
  const [distance, nearestItem] = items.reduce<[number, HTMLElement | undefined]>(
    (best, item) => (distanceTo(item) < best[0] ? [distanceTo(item), item] : best),
    [Infinity, undefined],
  );
  return distance < Infinity ? nearestItem : undefined;
}

export const roving: Attachment<HTMLElement> = (node) => {
  const items = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>(ITEMS)];
  const stopAt = (stop: Element | undefined): void => {
    for (const item of items()) item.tabIndex = item === stop ? 0 : -1;
  };
  const settle = (): void => {
    if (items().filter((item) => item.tabIndex === 0).length !== 1) stopAt(items().at(-1));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const focusedItem = (event.target as Element).closest(ITEMS);
    if (!focusedItem) return;
    const allItems = items();
    const target = { Home: allItems[0], End: allItems.at(-1) }[event.key] ?? nearest(focusedItem, allItems, event.key);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  };
  const handleFocus = (event: FocusEvent): void => stopAt((event.target as Element).closest(ITEMS) ?? undefined);
  const watch = new MutationObserver(settle);
  watch.observe(node, { childList: true, subtree: true });
  node.addEventListener("keydown", handleKey);
  node.addEventListener("focusin", handleFocus);
  settle();
  return () => {
    watch.disconnect();
    node.removeEventListener("keydown", handleKey);
    node.removeEventListener("focusin", handleFocus);
  };
};
