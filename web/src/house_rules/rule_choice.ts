/* A choice of house rules: a preset and the rules that differ from it, also in text form (`standard target=61`, see
 * prikup.rules.options). */
import { ROOT } from "../address/root";
import type { CatalogueGame, CatalogueOption } from "../client/api_types";

export interface RuleChoice {
  preset: string;
  /** The rules that differ from the preset, as text by name. */
  changes: Readonly<Record<string, string>>;
}

/** House rules saved under a name. */
export interface SavedRuleSet {
  name: string;
  game: string;
  options: string;
}

const KEY = "prikup-rules";
const MAX_SAVED = 30;

export const firstPreset = (game: CatalogueGame): string => Object.keys(game.presets)[0] ?? "";

/** Return the text form of a choice. */
export function textOf({ preset, changes }: RuleChoice): string {
  return [preset, ...Object.entries(changes).map(([name, value]) => `${name}=${value}`)].join(" ");
}

/** Return the choice of a text form; parts unknown to this game are ignored. */
export function choiceOf(game: CatalogueGame, text: string): RuleChoice {
  const words = text.split(/\s+/).filter(Boolean);
  const preset = words.find((word) => word in game.presets) ?? firstPreset(game);
  const pairs = words.map((word) => word.split("=")).filter((pair): pair is [string, string] => pair.length === 2);
  return pairs.reduce((choice, [name, value]) => setRule(game, choice, name, value), {
    preset,
    changes: {},
  } as RuleChoice);
}

/** Return the value of a rule. */
export function valueOf(game: CatalogueGame, choice: RuleChoice, name: string): string {
  return choice.changes[name] ?? game.presets[choice.preset]?.[name] ?? "";
}

/** Return the other rules that disable a rule, by name, with their values; null if it has an effect. */
export function disablingRules(
  option: CatalogueOption,
  rules: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const disabling = option.silenced.find((rulesOfSet) =>
    Object.entries(rulesOfSet).every(([name, values]) => values.includes(rules[name] ?? "")),
  );
  return disabling ? Object.fromEntries(Object.keys(disabling).map((name) => [name, rules[name] ?? ""])) : null;
}

/** Return all rules of a choice. */
export const rulesOf = (game: CatalogueGame, { preset, changes }: RuleChoice): Record<string, string> => ({
  ...game.presets[preset],
  ...changes,
});

export function isAllowed(option: CatalogueOption, value: string): boolean {
  if (!option.bounds) return option.values.includes(value);
  const [low, high] = option.bounds;
  const number = Number(value);
  return /^\d{1,9}$/.test(value) && number >= low && number <= high && number % option.step === 0;
}

/** Return the rules to show first, without those that have no effect now. */
export function frontRules(game: CatalogueGame, choice: RuleChoice): CatalogueOption[] {
  const options = Object.keys(game.presentation.front).flatMap(
    (name) => game.options.find((candidate) => candidate.name === name) ?? [],
  );
  return options.filter((option) => !disablingRules(option, rulesOf(game, choice)));
}

/** Return the values offered for a rule shown first, including its current value. */
export function offeredValues(game: CatalogueGame, choice: RuleChoice, name: string): string[] {
  const option = game.options.find((candidate) => candidate.name === name);
  const commonValues = option?.bounds ? (game.presentation.front[name] ?? []) : (option?.values ?? []);
  const values = [...new Set([...commonValues, valueOf(game, choice, name)])];
  return option?.bounds || commonValues.every((value) => /^\d+$/.test(value)) ? values.sort((a, b) => +a - +b) : values;
}

/** Return the choice with one rule set. */
export function setRule(game: CatalogueGame, { preset, changes }: RuleChoice, name: string, value: string): RuleChoice {
  const option = game.options.find((candidate) => candidate.name === name);
  const { [name]: _old, ...otherChanges } = changes;
  if (!option || !isAllowed(option, value)) return { preset, changes };
  const isPresetValue = game.presets[preset]?.[name] === value;
  return { preset, changes: isPresetValue ? otherChanges : { ...otherChanges, [name]: value } };
}

/** Return the choice of `current` with one rule set, once `check` has accepted the text form of all rules together. If
 * another rule was set meanwhile, the combination is checked again: neither change replaces the other. */
export async function agreeOnRule(
  game: CatalogueGame,
  current: () => RuleChoice,
  name: string,
  value: string,
  check: (rules: string) => Promise<unknown>,
): Promise<RuleChoice> {
  for (;;) {
    const old = textOf(current());
    const next = setRule(game, current(), name, value);
    await check(textOf(next));
    if (textOf(current()) === old) return next;
  }
}

/** Return the address of the lobby with this choice. */
export function linkOf(game: string, choice: RuleChoice): string {
  return `${ROOT}?${new URLSearchParams({ game, rules: textOf(choice) })}`;
}

/** Return the address of the rules of a game under house rules in text form. */
export const rulesLinkOf = (game: string, options: string): string =>
  `${ROOT}rules/${game}?${new URLSearchParams({ rules: options })}`;

export function savedRules(): SavedRuleSet[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(parsed) ? parsed.filter(isSaved) : [];
  } catch {
    return [];
  }
}

function isSaved(entry: unknown): entry is SavedRuleSet {
  const { name, game, options } = Object(entry) as Partial<SavedRuleSet>;
  return [name, game, options].every((text) => typeof text === "string");
}

/** Save rules under a name, replacing an earlier set of that name; without options, delete the set. */
export function saveRules(name: string, game: string, options: string): SavedRuleSet[] {
  const otherSets = savedRules().filter((savedSet) => savedSet.game !== game || savedSet.name !== name);
  const sets = options ? [{ name, game, options }, ...otherSets].slice(0, MAX_SAVED) : otherSets;
  try {
    localStorage.setItem(KEY, JSON.stringify(sets));
  } catch {
    // Without storage, they last as long as the page.
  }
  return sets;
}
