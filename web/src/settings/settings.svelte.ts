// The user's settings, stored in this browser and applied at once.
import { ROOT } from "../address/root";
import { MediaQuery } from "svelte/reactivity";
import { LANGUAGES, preferredLanguage } from "../language/words";

export interface Settings {
  lang: string;
  theme: "auto" | "light" | "dark";
  /** The number of suit colours. */
  deck: 2 | 4;
  /** Show the suit's letter next to its symbol on the cards. */
  letters: boolean;
  /** Card size. */
  size: "small" | "usual" | "large";
  /** Animation speed of cards; 0: nothing on the page moves. */
  speed: 0.5 | 1 | 2 | 0;
  /** Milliseconds for which a finished trick stays on the table. */
  rest: 0 | 600 | 1000 | 2000;
  /** Assumed reading speed of the screen reader; 0: do not wait for it. */
  reading: 0.5 | 1 | 2 | 0;
  /** The first tap lifts a card, the second plays it. */
  confirm: boolean;
  /** Tap guard: ignore input for a moment after a panel of answers has appeared. */
  guard: boolean;
  /** Play a forced card automatically. */
  auto: boolean;
  /** The order of suits from left to right, and of cards from high to low or from low to high. */
  order: "alternating" | "ranked" | "rising";
  /** Enable single-key shortcuts. */
  keys: boolean;
  chat: boolean;
  /** Cut the deck by hand: at tables with other people, and against bots. */
  cutSelf: boolean;
  cutBots: boolean;
  /** The volume of all sounds; 0: off. */
  volume: 0 | 1 | 2 | 3;
  soundCard: boolean;
  soundTrick: boolean;
  soundTurn: boolean;
  soundDeal: boolean;
  soundWon: boolean;
  /** Send a browser notification when the player has to act while the page is hidden. */
  notices: boolean;
}

const KEY = "prikup";
/** The version of the stored settings; it changes when the meaning of a value changes. */
const VERSION = 1;

/** The values of each setting; the first is the default. */
export const CHOICES = {
  lang: LANGUAGES,
  theme: ["auto", "light", "dark"],
  deck: [2, 4],
  letters: [false, true],
  size: ["usual", "small", "large"],
  speed: [1, 0.5, 2, 0],
  rest: [1000, 0, 600, 2000],
  reading: [1, 0.5, 2, 0],
  confirm: [false, true],
  guard: [true, false],
  auto: [false, true],
  order: ["alternating", "ranked", "rising"],
  keys: [true, false],
  chat: [true, false],
  cutSelf: [true, false],
  cutBots: [false, true],
  volume: [2, 0, 1, 3],
  soundCard: [true, false],
  soundTrick: [true, false],
  soundTurn: [true, false],
  soundDeal: [true, false],
  soundWon: [true, false],
  notices: [false, true],
} as const satisfies { [name in keyof Settings]: readonly Settings[name][] };

/** Return the values in a stored text, null if it is damaged or stored by another version. Data without a version
 * counts as version 1. */
function readValues(json: string): Record<string, unknown> | null {
  try {
    const values: Record<string, unknown> = Object(JSON.parse(json));
    return (values.version ?? VERSION) === VERSION ? values : null;
  } catch {
    return null;
  }
}

/** Return the stored settings; damaged or unknown values are replaced by the defaults. */
export function parseSettings(json: string | null, languages: readonly string[]): Settings {
  const parsed = readValues(json ?? "{}") ?? {};
  const entries = Object.entries(CHOICES).map(([name, choices]) => {
    const value = parsed[name];
    const usual = name === "lang" ? preferredLanguage(languages) : choices[0];
    return [name, (choices as readonly unknown[]).includes(value) ? value : usual];
  });
  return Object.fromEntries(entries) as unknown as Settings;
}

function storedSettings(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser may forbid storage
  }
}

export const settings: Settings = $state(parseSettings(storedSettings(), navigator.languages));

function keep(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Without storage they last as long as the page.
  }
}

// A change in another window: this one would undo it with its own next change. A window of another version, or one that
// deletes what is stored, does not reset the settings here.
addEventListener("storage", ({ key, newValue }) => {
  if (key === KEY && newValue && readValues(newValue))
    Object.assign(settings, parseSettings(newValue, navigator.languages));
});

const dark = new MediaQuery("prefers-color-scheme: dark");
const calm = new MediaQuery("prefers-reduced-motion: reduce");

$effect.root(() => {
  $effect(() => keep(JSON.stringify({ ...settings, version: VERSION })));
  $effect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = settings.theme === "auto" ? (dark.current ? "dark" : "light") : settings.theme;
    dataset.deck = String(settings.deck);
    dataset.still = String(isStill());
  });
  // Tells the server which language's messages to preload with the page.
  $effect(() => {
    document.cookie = `prikup_lang=${settings.lang}; path=${ROOT}; max-age=31536000; samesite=lax`;
  });
});

/** Return whether the device asks for reduced motion. */
export function prefersReducedMotion(): boolean {
  return calm.current;
}

/** Return whether animations are off. */
export function isStill(): boolean {
  return settings.speed === 0 || prefersReducedMotion();
}

/** Return the duration of a movement of `ms` milliseconds at the chosen speed; 0 if animations are off. */
export function lasting(ms: number): number {
  return isStill() ? 0 : ms / settings.speed;
}
