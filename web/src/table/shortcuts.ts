// What the keys of a table do, by their place on the keyboard (`code`): so they work in every layout.

export type Command = "pass" | "whist" | "half" | "hint" | "last" | "sheet" | "read" | "chat" | "help" | "close";

/** Single keys, by code; the question mark, wherever it is, shows them. Arrows, Enter and the space bar belong to the
 * part that has the focus. */
export const KEYS: Readonly<Record<string, Command>> = {
  KeyP: "pass",
  KeyW: "whist",
  KeyH: "half",
  KeyI: "hint",
  KeyL: "last",
  KeyS: "sheet",
  KeyT: "read",
  KeyC: "chat",
  Escape: "close",
};

const WINDOW = "dialog[open]";
const WRITING = `input, textarea, select, [contenteditable], ${WINDOW}`;
/** A window that has closed keeps the focus until the next frame, and so does what one wrote in there. */
const CLOSED = "dialog:not([open])";

export type Pressed = Pick<
  KeyboardEvent,
  "code" | "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "repeat" | "target"
>;

/** The command of a key, if it is one. What is pressed in an open window, or where one writes, is no command. `single`:
 * the setting that single keys do something. */
export function command(event: Pressed, single: boolean): Command | null {
  const found = event.key === "?" ? "help" : KEYS[event.code];
  if (!found || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return null;
  if (found === "close") return inside(event.target, WINDOW) ? null : found;
  if (!single || (event.shiftKey && found !== "help")) return null;
  return inside(event.target, WRITING) && !inside(event.target, CLOSED) ? null : found;
}

function inside(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** Do what a key asks for, if anybody here does it. */
export function pressed(event: KeyboardEvent, single: boolean, does: Partial<Record<Command, () => void>>): void {
  const found = command(event, single);
  const deed = found && does[found];
  if (!deed) return;
  event.preventDefault();
  deed();
}
