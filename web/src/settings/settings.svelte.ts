// The settings of one person, kept in this browser and applied at once.
import { ROOT } from "../client/root";
import { MediaQuery } from "svelte/reactivity";
import { LANGUAGES, preferred } from "../language/words";

export interface Settings {
  lang: string;
  theme: "auto" | "light" | "dark";
  /** Colours of the suits. */
  deck: 2 | 4;
  /** The suit's letter beside its sign on the cards. */
  letters: boolean;
  /** Size of the cards. */
  size: "small" | "usual" | "large";
  /** How fast cards move; 0: nothing on the page moves. */
  speed: 0.5 | 1 | 2 | 0;
  /** How long a finished trick lies, in milliseconds. */
  rest: 0 | 600 | 1000 | 2000;
  /** How fast a screen reader is taken to read; 0: nothing waits until it has read. */
  reading: 0.5 | 1 | 2 | 0;
  /** The first tap lifts a card, the second plays it. */
  confirm: boolean;
  /** A panel of answers hears nothing for a moment after it has appeared. */
  guard: boolean;
  /** A forced card plays itself. */
  auto: boolean;
  /** The suits of the hand from left to right, and its cards from high to low or from low to high. */
  order: "alternating" | "ranked" | "rising";
  /** Single keys do something. */
  keys: boolean;
  chat: boolean;
  /** Cut the deck by hand among people, and against bots. */
  cutSelf: boolean;
  cutBots: boolean;
  /** How loud all sounds are; 0: none is made. */
  volume: 0 | 1 | 2 | 3;
  soundCard: boolean;
  soundTrick: boolean;
  soundTurn: boolean;
  soundDeal: boolean;
  soundWon: boolean;
  /** The browser says that it is one's turn while the page is not seen. */
  notices: boolean;
}

const KEY = "prikup";
/** What is kept says which version it is; it is another one once a value comes to mean something else. */
const VERSION = 1;

/** What each setting can be; the first is what a newcomer has. */
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

/** Return the settings that were kept; whatever is damaged or unknown there falls back to a newcomer's. What was kept
 * before there were versions is of the first. */
export function read(kept: string | null, languages: readonly string[]): Settings {
  let found: Record<string, unknown> = {};
  try {
    found = Object(JSON.parse(kept ?? "{}"));
  } catch {
    // What cannot be read is as good as nothing.
  }
  if ((found.version ?? VERSION) !== VERSION) found = {};
  const chosen = Object.entries(CHOICES).map(([name, choices]) => {
    const value = found[name];
    const usual = name === "lang" ? preferred(languages) : choices[0];
    return [name, (choices as readonly unknown[]).includes(value) ? value : usual];
  });
  return Object.fromEntries(chosen) as unknown as Settings;
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser may forbid it
  }
}

export const settings: Settings = $state(read(kept(), navigator.languages));

function keep(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // They last as long as the page, then.
  }
}

const dark = new MediaQuery("prefers-color-scheme: dark");
const calm = new MediaQuery("prefers-reduced-motion: reduce");

$effect.root(() => {
  $effect(() => keep(JSON.stringify({ ...settings, version: VERSION })));
  $effect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = settings.theme === "auto" ? (dark.current ? "dark" : "light") : settings.theme;
    dataset.deck = String(settings.deck);
    dataset.still = String(still());
  });
  // The server begins to send the words of this language with the page itself.
  $effect(() => {
    document.cookie = `prikup_lang=${settings.lang}; path=${ROOT}; max-age=31536000; samesite=lax`;
  });
});

/** Return whether the device asks for less motion. */
export function calmed(): boolean {
  return calm.current;
}

/** Return whether nothing may travel over the screen. */
export function still(): boolean {
  return settings.speed === 0 || calmed();
}

/** Return how long a movement of `ms` milliseconds lasts at the chosen speed; 0 where nothing travels. */
export function lasting(ms: number): number {
  return still() ? 0 : ms / settings.speed;
}
