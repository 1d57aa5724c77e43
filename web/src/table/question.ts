// The question of the moment as the keyboard finds it: where the focus goes, and what the numbers mean.

const CALLS = "main .calls [data-call]";
const CARDS = "main [role=toolbar] button";

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const isOpen = (answer: HTMLElement): boolean => answer.ariaDisabled === "false";

/** Bring the focus to the question, unless the player is about something else: a window, a text, the bar above. */
export function focusQuestion(): void {
  const now = document.activeElement;
  if (document.querySelector("dialog[open]") || now?.matches("input, textarea, select")) return;
  if (now && now !== document.body && !now.closest("main")) return;
  const open = [...all(CALLS), ...all(CARDS)].filter(isOpen);
  if (now instanceof HTMLElement && open.includes(now)) return;
  (open.find((answer) => answer.tabIndex === 0) ?? open[0])?.focus({ preventScroll: true });
}

/** Answer by a number, from 1. Among bids it is a level, and then the place of a bid on that level; among other calls
 * the call in that place; in a hand the card in that place, from -1 on the place from the right, and the card gets the
 * focus only. */
export function numbered(place: number): void {
  const calls = all(CALLS);
  if (!calls.some(isOpen)) {
    const hand = all(CARDS).find(isOpen)?.closest("[role=toolbar]");
    [...(hand?.querySelectorAll<HTMLElement>("button") ?? [])].at(place > 0 ? place - 1 : place)?.focus();
    return;
  }
  if (place < 0) return;
  const onLevel = (level: string | undefined) => all(CALLS).filter(({ dataset }) => dataset.level === level);
  if (all(`main .levels [data-opens="${place}"]:enabled`).length) all(`main .levels [data-opens="${place}"]`)[0]?.click();
  // A level that was chosen just now is drawn in the next frame.
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
