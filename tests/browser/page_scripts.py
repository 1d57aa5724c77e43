"""JavaScript functions that query a page in any browser."""

__all__ = ["FIND_PROMPT", "FIND_SHORTCUT", "KEY_TOWARDS_CONTROL"]

FIND_PROMPT = """async ([names, patience]) => {
  const ends = performance.now() + patience;
  const named = (name) => [...document.querySelectorAll("button, [type=range]")].some(
    (control) => (control.ariaLabel ?? control.textContent.trim()) === name && control.checkVisibility());
  const open = (box) => [...document.querySelectorAll(`main ${box} button[aria-disabled=false]`)]
    .filter((button) => button.checkVisibility() && button.ariaPressed !== "true" && !button.dataset.points);
  const told = (button) => [...button.childNodes].filter((part) => part.ariaHidden !== "true")
    .map((part) => part.textContent).join("").trim().toLowerCase();
  const look = () => {
    for (const [kind, name] of names) if (named(name)) return [kind, 0, []];
    const [cards, calls] = [open("[role=toolbar]").length, open("[role=group]").map(told)];
    return cards || calls.length ? [cards ? "card" : "call", cards, calls] : ["", 0, []];
  };
  for (;;) {
    const found = look();
    if (found[0] || performance.now() > ends) return found;
    await new Promise(requestAnimationFrame);
  }
}"""
"""Return what the page prompts for: the kind, the number of playable cards, and the possible calls."""

KEY_TOWARDS_CONTROL = """(goal) => {
  const box = goal.closest("[role=toolbar], [role=group], fieldset, table");
  const now = document.activeElement;
  if (now === goal) return "";
  if ((goal.tabIndex >= 0 && goal.type !== "radio") || !box?.contains(now) || now.tabIndex < 0) return "Tab";
  if (goal.type === "radio") return goal.compareDocumentPosition(now) & 2 ? "ArrowDown" : "ArrowUp";
  const [from, to] = [now.getBoundingClientRect(), goal.getBoundingClientRect()];
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (Math.abs(y) > to.height / 3) return y < 0 ? "ArrowUp" : "ArrowDown";
  return x < 0 ? "ArrowLeft" : "ArrowRight";
}"""
"""Return the key that moves the focus closer to a control; none if it has the focus."""

FIND_SHORTCUT = """(goal) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const open = (one) => one.ariaDisabled === "false" || one.closest(".beside");
  const digits = [...Array.from({ length: 10 }, (_, n) => `Digit${(n + 1) % 10}`), "Minus", "Equal"];
  const number = (place) => digits[place - 1] ?? null;
  const now = document.activeElement;
  if (goal === now) return ["Enter"];
  const way = () => {
    const { call, card, level } = goal.dataset;
    const letter = goal.getAttribute("aria-keyshortcuts");
    if (card) {
      const hand = [...goal.closest("[role=toolbar]").querySelectorAll("button")];
      const at = hand.indexOf(goal);
      const end = number(hand.length - at);
      return [number(at + 1) ?? (end && `Shift+${end}`), "Enter"];
    }
    if (call) {
      const calls = all("main .calls [data-call]");
      const alike = all(`main [data-call][aria-keyshortcuts="${letter}"]`).filter(open);
      if (letter && alike[0] === goal) return [`Key${letter}`];
      const bids = calls.filter((one) => one.dataset.level === level);
      if (level) return [number(Number(level)), number(bids.indexOf(goal) + 1)];
      const plain = !calls.some((one) => one.dataset.level) && calls.filter(open).indexOf(goal) + 1;
      return plain ? [number(plain)] : [null];
    }
    return [null];
  };
  const keys = way();
  return keys.every(Boolean) ? keys : [];
}"""
"""Return the shortcut keys of a control, as in the list of keys; none if there are not at most two."""
