/* House rules in words. */
import type { Option } from "../client/http_client";
import type { Words } from "../language/words";

/** Return the name of a value of a house rule; numbers stay numbers. */
export function valueName(words: Words, name: string, value: string): string {
  const key = `option-${name}-${value}`;
  if (words.has(key)) return words.text(key);
  if (value === "on" || value === "off") return words.text(value === "on" ? "table-on" : "table-off");
  return value;
}

export const isFlag = (option: Option): boolean =>
  option.values.includes("on") && option.values.includes("off") && option.values.length === 2;

/** Return a house rule and its value in one sentence; a rule that is switched on needs no value. */
export const ruleName = (words: Words, name: string, value: string): string =>
  words.text(`option-${name}`) + (value === "on" ? "" : `: ${valueName(words, name, value)}`);
