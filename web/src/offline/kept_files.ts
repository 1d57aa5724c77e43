// Which files a build of a site has, and which of them answers for an address: what the service worker goes by.

/** The files of a build by their paths, each with the SHA-256 of its bytes; the document is `/`. */
export type Files = Readonly<Record<string, string>>;

/** The document, which every page of the site is drawn by. */
export const DOCUMENT = "/";
/** What hosts tables: large, and not needed before a page has been drawn. */
const ENGINE = "/engine/";
/** What is kept under these names is ours. */
const PREFIX = "prikup-";

/** Return the name of the cache of a build: another build has another. */
export const cacheOf = (version: string): string => PREFIX + version;

/** Return those of some caches that another build has left. */
export const olderCaches = (names: readonly string[], own: string): string[] =>
  names.filter((name) => name.startsWith(PREFIX) && name !== own);

export const ofEngine = (path: string): boolean => path.startsWith(ENGINE);

/** Return the file that answers a request for a path; undefined where that is for a server to say. A page is opened
 * (`opens`) by any path whose end does not look like the name of a file. */
export function fileFor(files: Files, path: string, opens: boolean): string | undefined {
  if (path === "/index.html") return DOCUMENT;
  if (path in files) return path;
  return opens && !/\.[^/]*$/.test(path) ? DOCUMENT : undefined;
}
