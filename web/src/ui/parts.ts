// What a page does not begin with: each part comes when it is first shown, or once there is nothing else to load.

export const PARTS = {
  bots: () => import("../table/BotMoves.svelte"),
  line: () => import("../chat/ChatLine.svelte"),
  chat: () => import("../chat/ChatPanel.svelte"),
  deck: () => import("../fair/DeckCheck.svelte"),
  keys: () => import("../table/KeyboardHelp.svelte"),
  menu: () => import("../table/TableMenu.svelte"),
  rest: () => import("../table/Intermission.svelte"),
  rules: () => import("../lobby/TableRules.svelte"),
  settings: () => import("./SettingsForm.svelte"),
  sheet: () => import("../sheet/ScoreSheet.svelte"),
  shuffle: () => import("../fair/FairDialog.svelte"),
};

/** How long a page is left alone before its other parts are loaded, in milliseconds. */
const QUIET = 3000;

/** Load all parts once the page has been drawn. */
export function loaded(): () => void {
  const all = () => Object.values(PARTS).forEach((part) => void part().catch(() => undefined));
  const timer = setTimeout(all, QUIET);
  return () => clearTimeout(timer);
}
