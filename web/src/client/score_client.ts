// Client of the scorer API for a match at a real table. Each request carries all entries; the response is the page's
// whole state.
import type { RefusedRequest, Reply, Request } from "./api_types";
import { request } from "./http_client";

export const score = (match: Request) => request<Reply | RefusedRequest>("POST", "score", match);
