// The parts of a shuffle that are not needed at a table's start.
import { lazyPart } from "../../ui/helpers/lazy_parts";

export const SHUFFLE_PARTS = {
  cut: lazyPart(() => import("./CutDeck.svelte")),
  deck: lazyPart(() => import("../../fair/DeckCheck.svelte")),
};
