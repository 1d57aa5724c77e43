/* Display texts of house rules. */
import type { CatalogueOption } from "../client/api_types";
import type { Values, Words } from "../language/words";
import { disablingRules } from "./rule_choice";

/** Return the name of a value of a house rule; numbers are unchanged. */
export function valueName(words: Words, name: string, value: string): string {
  const key = `option-${name}-${value}`;
  if (words.has(key)) return words.text(key);
  if (value === "on" || value === "off") return words.text(value === "on" ? "table-on" : "table-off");
  return value;
}

export const isFlag = (option: CatalogueOption): boolean =>
  option.values.includes("on") && option.values.includes("off") && option.values.length === 2;

/** Return the text of the bounds of a house rule's number. */
export function boundsText(words: Pick<Words, "text">, { bounds, step }: CatalogueOption): string {
  const [low = 0, high = 0] = bounds ?? [];
  return words.text("option-bounds", { low, high, step });
}

/** Return why a house rule has no effect among these rules; "" if it has. */
export function idleText(words: Words, option: CatalogueOption, rules: Readonly<Record<string, string>>): string {
  const because = Object.entries(disablingRules(option, rules) ?? {});
  const text = because.map(([name, value]) => `${words.text(`option-${name}`)}: ${valueName(words, name, value)}`);
  return because.length ? words.text("option-idle", { because: text.join("; ") }) : "";
}

/** Return house rules as message arguments, like prikup.rules.options.message_values: the name of a variant must start
 * with a letter. */
export const messageValues = (rules: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(
    Object.entries(rules).map(([name, text]) => [
      name,
      /^\d+$/.test(text) ? Number(text) : /^\d/.test(text) ? `v${text}` : text,
    ]),
  );

/** Return a house rule and its value as one phrase; a rule that is switched on needs no value. */
export const ruleName = (words: Words, name: string, value: string): string =>
  words.text(`option-${name}`) + (value === "on" ? "" : `: ${valueName(words, name, value)}`);
