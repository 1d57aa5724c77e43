// The files of a build, and the mapping of addresses to them; used by the service worker.

/** The files of a build by path, each with its SHA-256. */
export type Files = Readonly<Record<string, string>>;

export interface BuildFiles {
  version: string;
  /** The HTML document of all pages. */
  document: string;
  /** A server sends its own document for each page; the stored one is used only when the server is unreachable. */
  serverFirst: boolean;
  files: Files;
}
/** The folder of the engine: large, and not needed before a page has been drawn. */
const ENGINE = "/engine/";
/** The prefix of this site's cache names. */
const PREFIX = "prikup-";

/** Return the cache name of a build in a folder; each build, and each folder of an origin, has its own cache. */
export const cacheName = (version: string, root: string): string => PREFIX + version + folderOf(root);

/** Return the caches among these names that other builds in the same folder have left. */
export const olderCaches = (names: readonly string[], current: string): string[] =>
  names.filter((name) => name.startsWith(PREFIX) && folderOf(name) === folderOf(current) && name !== current);

/** Return the folder in a cache name or root; "" for the root of the origin. */
const folderOf = (name: string): string => (name.includes("/") && name !== "/" ? name.slice(name.indexOf("/")) : "");

/** Return the document as a page that says only that it could not be loaded, with the sentences that it contains for
 * this. */
export const unloadedPage = (text: string): string =>
  text
    .replace(/<script[^]*?<\/script>|<link [^>]*>|<div id="skeleton"[^]*?(?=<div id="unloaded")/g, "")
    .replace('id="unloaded" hidden', 'id="unloaded"');

/** Return the document with relative addresses (`./`) replaced by absolute ones, which hold for every page in a
 * folder. */
export const withAbsoluteAddresses = (root: string, text: string): string => text.replaceAll('="./', `="${root}`);

export const isEngineFile = (path: string): boolean => path.startsWith(ENGINE);

/** Return the file that answers a request for a path; undefined if only a server can answer it. A navigation gets the
 * document unless the path ends like a file name. */
export function fileFor(
  { document, files }: Pick<BuildFiles, "document" | "files">,
  path: string,
  isNavigation: boolean,
): string | undefined {
  if (path === "/index.html") return document;
  if (path in files) return path;
  return isNavigation && !path.startsWith("/api/") && !/\.[^/]*$/.test(path) ? document : undefined;
}
