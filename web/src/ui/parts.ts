// What a page does not begin with: each part comes when it is first shown, or once there is nothing else to load.

/** A part, and where it stands once it has come: then it is drawn at once, and nothing moves to make room for it. */
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
  line: part(() => import("../chat/ChatLine.svelte")),
  chat: part(() => import("../chat/ChatPanel.svelte")),
  cut: part(() => import("../fair/CutDeck.svelte")),
  cutReasons: part(() => import("../fair/CutReasons.svelte")),
  deck: part(() => import("../fair/DeckCheck.svelte")),
  ending: part(() => import("../table/cards/LineOfPlay.svelte")),
  keys: part(() => import("../table/KeyboardHelp.svelte")),
  menu: part(() => import("../table/layouts/TableMenu.svelte")),
  rest: part(() => import("../table/Intermission.svelte")),
  rules: part(() => import("../lobby/TableRules.svelte")),
  settings: part(() => import("../settings/SettingsForm.svelte")),
  sheet: part(() => import("../sheet/ScoreSheet.svelte")),
  shuffle: part(() => import("../fair/FairDialog.svelte")),
};

/** How long a page is left alone before its other parts are loaded, in milliseconds. */
export const QUIET = 3000;

/** Load all parts once the page has been drawn. */
export function loaded(): () => void {
  const all = () => Object.values(PARTS).forEach((part) => void part().catch(() => undefined));
  const timer = setTimeout(all, QUIET);
  return () => clearTimeout(timer);
}
