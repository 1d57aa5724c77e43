// Keyboard access to the current prompt: where the focus goes, and what digits do.

const CALLS = "main .calls [data-call]";
const CARDS = "main [role=toolbar] button";

const elements = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const isOpen = (answer: HTMLElement): boolean => answer.ariaDisabled === "false";

/** Focus the prompt, unless the user is in a dialog, a text field or the bar above. */
export function focusQuestion(): void {
  const focusedElement = document.activeElement;
  if (document.querySelector("dialog[open]") || focusedElement?.matches("input, textarea, select")) return;
  if (focusedElement && focusedElement !== document.body && !focusedElement.closest("main")) return;
  const open = [...elements(CALLS), ...elements(CARDS)].filter(isOpen);
  if (focusedElement instanceof HTMLElement && open.includes(focusedElement)) return;
  (open.find((answer) => answer.tabIndex === 0) ?? open[0])?.focus({ preventScroll: true });
}

/** Answer with a number, from 1. For bids it chooses a level, then a bid on that level; for other calls the call at
 * that position; in a hand it focuses the card at that position (from -1 counted from the right). */
export function answerByNumber(place: number): void {
  const calls = elements(CALLS);
  if (!calls.some(isOpen)) {
    const hand = elements(CARDS).find(isOpen)?.closest("[role=toolbar]");
    [...(hand?.querySelectorAll<HTMLElement>("button") ?? [])].at(place > 0 ? place - 1 : place)?.focus();
    return;
  }
  if (place < 0) return;
  const callsOnLevel = (level: string | undefined) => elements(CALLS).filter(({ dataset }) => dataset.level === level);
  if (!callsOnLevel(String(place)).length) elements(`main .levels [data-opens="${place}"]:enabled`)[0]?.click();
  // A level that was just chosen is drawn in the next frame.
  requestAnimationFrame(() => {
    const lowest = callsOnLevel(String(place)).find(isOpen);
    if (lowest) return lowest.focus();
    const bids = calls.filter(({ dataset }) => dataset.level);
    const focusedLevel =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.level : undefined;
    const level = focusedLevel ?? bids.find(isOpen)?.dataset.level;
    const answer = bids.length ? callsOnLevel(level)[place - 1] : calls.filter(isOpen)[place - 1];
    if (answer && isOpen(answer)) answer.click();
  });
}
