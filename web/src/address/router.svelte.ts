// The router: the page of the current address. Links are ordinary links; `follow` turns a click into a page change.
import { ROOT } from "./root";

const ONE_PART = ["account", "analyse", "embed", "people", "ratings", "score", "statistics"] as const;

export type Page =
  | "lobby"
  | "table"
  | "fair"
  | "rules"
  | "matches"
  | "match"
  | "deal"
  | "find"
  | "shared"
  | "mail"
  | "problems"
  | "profile"
  | (typeof ONE_PART)[number];

export interface Route {
  page: Page;
  /** The id of the table, match or problem, the name of a game or of an account, or the secret of a mail. */
  id?: string;
  /** What the link in a mail does, such as "stop". */
  action?: string;
  /** The number of a deal of the match. */
  deal?: number;
}

/** The query parameters of a page, such as `?rules=standard`. */
type Search = Readonly<URLSearchParams>;

/** Return the page of a path; the lobby for an unknown one. */
export function parsePath(path: string): Route {
  const [first = "", second = "", third = ""] = path.split("/").slice(1).map(decodeURIComponent);
  // Older builds made links to the tables of a device start with `here`.
  if ((first === "t" || first === "here") && second) return { page: "table", id: second };
  if (first === "rules") return second ? { page: "rules", id: second } : { page: "rules" };
  if (first === "fair") return second ? { page: "fair", id: second } : { page: "fair" };
  if (first === "matches" && second && /^[1-9]\d*$/.test(third))
    return { page: "deal", id: second, deal: Number(third) };
  if (first === "deal" && !second) return { page: "shared" };
  if (first === "matches" && second && third === "find") return { page: "find", id: second };
  if (first === "matches" && second === "find") return { page: "find" };
  if (first === "matches") return second ? { page: "match", id: second } : { page: "matches" };
  if (first === "mail" && third) return { page: "mail", action: second, id: third };
  if (first === "u" && second) return { page: "profile", id: second };
  if (first === "problems") return second ? { page: "problems", id: second } : { page: "problems" };
  return { page: ONE_PART.find((page) => page === first) ?? "lobby" };
}

/** Return the path of this page relative to the root folder. */
const pathInRoot = (): string => `/${location.pathname.slice(ROOT.length)}`;

const pageLocation: { route: Route; search: Search; place: string } = $state({
  route: parsePath(pathInRoot()),
  search: new URLSearchParams(location.search),
  place: location.hash,
});

function arrive(): void {
  pageLocation.route = parsePath(pathInRoot());
  pageLocation.search = new URLSearchParams(location.search);
  pageLocation.place = location.hash;
}

export const route = {
  get page(): Page {
    return pageLocation.route.page;
  },
  get id(): string | undefined {
    return pageLocation.route.id;
  },
  get action(): string | undefined {
    return pageLocation.route.action;
  },
  get deal(): number | undefined {
    return pageLocation.route.deal;
  },
  get search(): Search {
    return pageLocation.search;
  },
  /** The fragment of the address, such as `#17`; "" if there is none. */
  get place(): string {
    return pageLocation.place;
  },
};

/** Go to the page of a path. */
export function go(path: string): void {
  history.pushState(null, "", path);
  arrive();
  scrollTo(0, 0);
}

/** Replace the fragment of the address with the reader's position on the page, so that a link to it leads there. */
export function stay(place: string): void {
  history.replaceState(null, "", location.pathname + location.search + place);
}

/** Open a link within the site as a page change, without reloading. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const leavesSite = !link || link.target || link.download || !link.href.startsWith(location.origin + ROOT);
  if (leavesSite || (link.hash && link.pathname === location.pathname) || event.defaultPrevented || event.button !== 0)
    return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

addEventListener("popstate", arrive);
