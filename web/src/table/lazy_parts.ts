// The parts of a table that are not needed at its start.
import { lazyPart } from "../ui/helpers/lazy_parts";
import { SHUFFLE_PARTS } from "./shuffle/lazy_parts";

export const TABLE_PARTS = {
  ...SHUFFLE_PARTS,
  bots: lazyPart(() => import("./BotMoves.svelte")),
  line: lazyPart(() => import("./chat/ChatLine.svelte")),
  chat: lazyPart(() => import("./chat/ChatPanel.svelte")),
  cutReasons: lazyPart(() => import("./shuffle/CutReasons.svelte")),
  ending: lazyPart(() => import("./cards/LineOfPlay.svelte")),
  keys: lazyPart(() => import("./KeyboardHelp.svelte")),
  menu: lazyPart(() => import("./layouts/TableMenu.svelte")),
  rest: lazyPart(() => import("./Intermission.svelte")),
  rules: lazyPart(() => import("./TableRules.svelte")),
  sheet: lazyPart(() => import("../sheet/ScoreSheet.svelte")),
  shuffle: lazyPart(() => import("./shuffle/FairDialog.svelte")),
};
