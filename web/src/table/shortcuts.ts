// Keyboard shortcuts of a table, by position on the keyboard (`code`), so that they work in every layout.

export type Command = "hint" | "last" | "sheet" | "read" | "chat" | "help" | "close";

/** Single keys, by code; a question mark on any key shows them. Arrows, Enter and the space bar belong to the focused
 * component. */
export const KEYS: Readonly<Record<string, Command>> = {
  KeyI: "hint",
  KeyL: "last",
  KeyS: "sheet",
  KeyT: "read",
  KeyC: "chat",
  Escape: "close",
};

const OPEN_DIALOG = "dialog[open]";
const TEXT_INPUT = `input, textarea, select, [contenteditable], ${OPEN_DIALOG}`;
/** A dialog that has just closed keeps the focus until the next frame, as does a text field in it. */
const CLOSED_DIALOG = "dialog:not([open])";

export type KeyPress = Pick<
  KeyboardEvent,
  "code" | "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "repeat" | "target"
>;

/** Return the command of a key; null if it has none. Keys in an open dialog or a text field are no commands. `single`:
 * whether single keys are enabled. */
export function commandOf(event: KeyPress, single: boolean): Command | null {
  const keyCommand = event.key === "?" ? "help" : KEYS[event.code];
  if (!keyCommand || hasModifier(event)) return null;
  if (keyCommand === "close") return isInside(event.target, OPEN_DIALOG) ? null : keyCommand;
  if (!single || (event.shiftKey && keyCommand !== "help")) return null;
  return isWriting(event.target) ? null : keyCommand;
}

/** Return the letter of a key that may stand for a call, if it is no command; otherwise "". */
export function callLetter(event: KeyPress, single: boolean): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (!letter || event.code in KEYS || !single || event.shiftKey || hasModifier(event)) return "";
  return isWriting(event.target) ? "" : letter;
}

const hasModifier = (event: KeyPress): boolean => event.altKey || event.ctrlKey || event.metaKey || event.repeat;

/** Return whether a key was pressed in a text field or an open dialog, and so is not a command. */
export const isWriting = (target: EventTarget | null): boolean =>
  isInside(target, TEXT_INPUT) && !isInside(target, CLOSED_DIALOG);

/** Return whether an event happened inside an element that matches a selector. */
export function isInside(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

const DIGIT_KEYS = [
  "Digit1",
  "Digit2",
  "Digit3",
  "Digit4",
  "Digit5",
  "Digit6",
  "Digit7",
  "Digit8",
  "Digit9",
  "Digit0",
  "Minus",
  "Equal",
];

/** Return the position that a digit key stands for: 1 to 12, with Shift from the other end, -1 to -12; 0 for other
 * keys. */
export function digitPosition(event: KeyPress, single: boolean): number {
  const digit = DIGIT_KEYS.indexOf(event.code.replace("Numpad", "Digit")) + 1;
  if (!digit || !single || event.key === "?" || hasModifier(event) || isWriting(event.target)) return 0;
  return event.shiftKey ? -digit : digit;
}

/** Execute the command of a key, or the call that its letter stands for. */
export function handleKey(
  event: KeyboardEvent,
  single: boolean,
  handlers: Partial<Record<Command, () => void>>,
  calls: ReadonlyMap<string, () => void> = new Map(),
): void {
  const keyCommand = commandOf(event, single);
  const handler = keyCommand ? handlers[keyCommand] : calls.get(callLetter(event, single));
  if (!handler) return;
  event.preventDefault();
  handler();
}
