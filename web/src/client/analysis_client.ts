// Client of the double-dummy analysis API. A position is sent as a line of text, which is also the page's address.
import type { Analysis, OpenedTable, PastedText, PlayedFrom, UnreadableText } from "./api_types";
import { request } from "./http_client";

/** Open a table with computer players that starts at this position; `open` shows all hands. */
export const playPosition = (text: string, open: boolean) =>
  request<OpenedTable>("POST", "analyse/table", { text, open_hands: open } satisfies PlayedFrom);

/** Analyse a deal of the text. `deal` is its number, 0 for the last. */
export const analyse = (text: string, deal = 0) =>
  request<Analysis | UnreadableText>("POST", "analyse", { text, deal } satisfies PastedText);
