// The keyboard shortcuts of a review. Letters are keys by position (`code`), so that they work in every layout.
import { isInside, isWriting, type KeyPress } from "../table/shortcuts";

export type ReviewCommand =
  | "back"
  | "forward"
  | "trick-back"
  | "trick-forward"
  | "first"
  | "last"
  | "mistake"
  | "mistake-back"
  | "deal-back"
  | "deal-forward"
  | "play-on";

const KEYS: Readonly<Record<string, ReviewCommand>> = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "trick-back",
  ArrowDown: "trick-forward",
  Home: "first",
  End: "last",
  KeyM: "mistake",
  KeyN: "deal-forward",
  KeyP: "deal-back",
  Space: "play-on",
};

/** Elements for which the space bar is a press. */
const BUTTONS = "button, summary, [role=button]";

/** Return the command of a key; null if it has none. `single`: whether single keys are enabled; slider keys always
 * are. */
export function reviewCommand(event: Omit<KeyPress, "key" | "repeat">, single: boolean): ReviewCommand | null {
  const command = KEYS[event.code];
  if (!command || event.altKey || event.ctrlKey || event.metaKey) return null;
  if (isWriting(event.target)) return null;
  if (command === "play-on" && (!single || isInside(event.target, BUTTONS))) return null;
  if (!event.code.startsWith("Key")) return event.shiftKey ? null : command;
  if (!single || (event.shiftKey && command !== "mistake")) return null;
  return event.shiftKey ? "mistake-back" : command;
}
