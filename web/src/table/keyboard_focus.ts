// Keyboard access to the current prompt: where the focus goes, and what digits do.

const CALLS = "main .calls [data-call]";
const CARDS = "main [role=toolbar] button";

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const isOpen = (answer: HTMLElement): boolean => answer.ariaDisabled === "false";

/** Focus the prompt, unless the user is in a dialog, a text field or the bar above. */
export function focusQuestion(): void {
  const now = document.activeElement;
  if (document.querySelector("dialog[open]") || now?.matches("input, textarea, select")) return;
  if (now && now !== document.body && !now.closest("main")) return;
  const open = [...all(CALLS), ...all(CARDS)].filter(isOpen);
  if (now instanceof HTMLElement && open.includes(now)) return;
  (open.find((answer) => answer.tabIndex === 0) ?? open[0])?.focus({ preventScroll: true });
}

/** Answer with a number, from 1. For bids it chooses a level, then a bid on that level; for other calls the call at
 * that position; in a hand it focuses the card at that position (from -1 counted from the right). */
export function numbered(place: number): void {
  const calls = all(CALLS);
  if (!calls.some(isOpen)) {
    const hand = all(CARDS).find(isOpen)?.closest("[role=toolbar]");
    [...(hand?.querySelectorAll<HTMLElement>("button") ?? [])].at(place > 0 ? place - 1 : place)?.focus();
    return;
  }
  if (place < 0) return;
  const onLevel = (level: string | undefined) => all(CALLS).filter(({ dataset }) => dataset.level === level);
  if (!onLevel(String(place)).length) all(`main .levels [data-opens="${place}"]:enabled`)[0]?.click();
  // A level that was just chosen is drawn in the next frame.
  requestAnimationFrame(() => {
    const lowest = onLevel(String(place)).find(isOpen);
    if (lowest) return lowest.focus();
    const bids = calls.filter(({ dataset }) => dataset.level);
    const at = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.level : undefined;
    const level = at ?? bids.find(isOpen)?.dataset.level;
    const answer = bids.length ? onLevel(level)[place - 1] : calls.filter(isOpen)[place - 1];
    if (answer && isOpen(answer)) answer.click();
  });
}
