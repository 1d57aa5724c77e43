// Parts of a page that are loaded when first shown, or when nothing else is loading.

/** Return a loader that stores its component once loaded: it is then drawn at once, without moving the content around
 * it. */
function part<Loaded>(load: () => Promise<{ default: Loaded }>) {
  const once = async (): Promise<{ default: Loaded }> => {
    const module = await load();
    once.here = module.default;
    return module;
  };
  once.here = undefined as Loaded | undefined;
  return once;
}

export const PARTS = {
  bots: part(() => import("../table/BotMoves.svelte")),
  line: part(() => import("../table/chat/ChatLine.svelte")),
  chat: part(() => import("../table/chat/ChatPanel.svelte")),
  cut: part(() => import("../table/shuffle/CutDeck.svelte")),
  cutReasons: part(() => import("../table/shuffle/CutReasons.svelte")),
  deck: part(() => import("../fair/DeckCheck.svelte")),
  ending: part(() => import("../table/cards/LineOfPlay.svelte")),
  keys: part(() => import("../table/KeyboardHelp.svelte")),
  menu: part(() => import("../table/layouts/TableMenu.svelte")),
  rest: part(() => import("../table/Intermission.svelte")),
  rules: part(() => import("../table/TableRules.svelte")),
  settings: part(() => import("../settings_form/SettingsForm.svelte")),
  sheet: part(() => import("../sheet/ScoreSheet.svelte")),
  shuffle: part(() => import("../table/shuffle/FairDialog.svelte")),
};

/** Milliseconds of idle time before a page's other parts are loaded. */
export const QUIET = 3000;

/** Load all parts once the page has been drawn; return a function that cancels it. */
export function preloadParts(): () => void {
  const loadAll = () => Object.values(PARTS).forEach((part) => void part().catch(() => undefined));
  const timer = setTimeout(loadAll, QUIET);
  return () => clearTimeout(timer);
}
