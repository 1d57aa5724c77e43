// The root folder of all pages of this client: `/`, or a path prefix set by a proxy or file host.

const SCRIPT = import.meta.url;
/** The path of that folder, with a trailing slash. The build puts all scripts into one of its subfolders. */
export const ROOT = import.meta.env.DEV ? "/" : new URL("..", SCRIPT).pathname;

/** Return the path of the page of the account with this name. */
export const profilePath = (name: string): string => `${ROOT}u/${encodeURIComponent(name)}`;
