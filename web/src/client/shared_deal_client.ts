// Client for deals whose link contains all their cards. The link is read on this device: it is never sent to a server.
import type { DealLink, SharedDeal } from "./api_types";
import { readBody } from "./http_client";
import { thisDevice } from "./transport";
import { ROOT } from "../address/root";

/** Return the deal of a link, which may be only the fragment of an address. */
export async function openLink(text: string): Promise<SharedDeal> {
  const body = JSON.stringify({ text } satisfies DealLink);
  return readBody<SharedDeal>(await (await thisDevice()).request("POST", "deals", body));
}

/** Return the link that contains a deal; `text` is its text in a deal's record. */
export const dealLink = (text: string): string => `${location.origin}${ROOT}deal#${text}`;
