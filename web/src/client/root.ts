// The folder that all pages of this client are in: `/`, or the path that a proxy or a host of files puts before it.

const SCRIPT = import.meta.url;
/** The path of that folder, with a slash at its end. The build puts all scripts into a folder of it. */
export const ROOT = import.meta.env.DEV ? "/" : new URL("..", SCRIPT).pathname;
