// Keyboard access to the current prompt: where the focus goes, and what digits do.

const CALL_BUTTONS = "main .calls [data-call]";
const CARD_BUTTONS = "main [role=toolbar] button";

const elements = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const isEnabled = (answer: HTMLElement): boolean => answer.ariaDisabled === "false";

/** Focus the prompt, unless the user is in a dialog, a text field or the bar above. */
export function focusQuestion(): void {
  const focusedElement = document.activeElement;
  if (document.querySelector("dialog[open]") || focusedElement?.matches("input, textarea, select")) return;
  if (focusedElement && focusedElement !== document.body && !focusedElement.closest("main")) return;
  const enabledAnswers = [...elements(CALL_BUTTONS), ...elements(CARD_BUTTONS)].filter(isEnabled);
  if (focusedElement instanceof HTMLElement && enabledAnswers.includes(focusedElement)) return;
  (enabledAnswers.find((answer) => answer.tabIndex === 0) ?? enabledAnswers[0])?.focus({ preventScroll: true });
}

/** Answer with a number, from 1. For bids it chooses a level, then a bid on that level; for other calls the call at
 * that position; in a hand it focuses the card at that position (from -1 counted from the right). */
export function answerByNumber(position: number): void {
  const calls = elements(CALL_BUTTONS);
  if (!calls.some(isEnabled)) {
    const hand = elements(CARD_BUTTONS).find(isEnabled)?.closest("[role=toolbar]");
    [...(hand?.querySelectorAll<HTMLElement>("button") ?? [])].at(position > 0 ? position - 1 : position)?.focus();
    return;
  }
  if (position < 0) return;
  const callsOnLevel = (level: string | undefined) =>
    elements(CALL_BUTTONS).filter(({ dataset }) => dataset.level === level);
  if (!callsOnLevel(String(position)).length) elements(`main .levels [data-opens="${position}"]:enabled`)[0]?.click();
  // A level that was just chosen is drawn in the next frame.
  requestAnimationFrame(() => {
    const lowestBid = callsOnLevel(String(position)).find(isEnabled);
    if (lowestBid) return lowestBid.focus();
    const bids = calls.filter(({ dataset }) => dataset.level);
    const focusedLevel =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.level : undefined;
    const level = focusedLevel ?? bids.find(isEnabled)?.dataset.level;
    const answer = bids.length ? callsOnLevel(level)[position - 1] : calls.filter(isEnabled)[position - 1];
    if (answer && isEnabled(answer)) answer.click();
  });
}
