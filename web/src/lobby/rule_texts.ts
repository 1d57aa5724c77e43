/* House rules in words. */
import type { Option } from "../client/http_client";
import type { Values, Words } from "../language/words";
import { silencedBy } from "./rule_choice";

/** Return the name of a value of a house rule; numbers stay numbers. */
export function valueName(words: Words, name: string, value: string): string {
  const key = `option-${name}-${value}`;
  if (words.has(key)) return words.text(key);
  if (value === "on" || value === "off") return words.text(value === "on" ? "table-on" : "table-off");
  return value;
}

export const isFlag = (option: Option): boolean =>
  option.values.includes("on") && option.values.includes("off") && option.values.length === 2;

/** Return what the number of a house rule may be. */
export function boundsText(words: Pick<Words, "text">, { bounds, step }: Option): string {
  const [low = 0, high = 0] = bounds ?? [];
  return words.text("option-bounds", { low, high, step });
}

/** Return why a house rule can change nothing beside these others; nothing while it works. */
export function idleText(words: Words, option: Option, rules: Readonly<Record<string, string>>): string {
  const because = Object.entries(silencedBy(option, rules) ?? {});
  const text = because.map(([name, value]) => `${words.text(`option-${name}`)}: ${valueName(words, name, value)}`);
  return because.length ? words.text("option-idle", { because: text.join("; ") }) : "";
}

/** Return house rules as values of messages (as prikup.options.message_values does): a variant's name begins with a
 * letter. */
export const messageValues = (rules: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(
    Object.entries(rules).map(([name, text]) => [
      name,
      /^\d+$/.test(text) ? Number(text) : /^\d/.test(text) ? `v${text}` : text,
    ]),
  );

/** Return a house rule and its value in one sentence; a rule that is switched on needs no value. */
export const ruleName = (words: Words, name: string, value: string): string =>
  words.text(`option-${name}`) + (value === "on" ? "" : `: ${valueName(words, name, value)}`);
