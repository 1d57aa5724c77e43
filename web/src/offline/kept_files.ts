// Which files a build has, and which of them answers for an address: what the service worker goes by.

/** The files of a build by their paths, each with the SHA-256 of its bytes. */
export type Files = Readonly<Record<string, string>>;

export interface Build {
  version: string;
  /** The file that all pages are drawn by. */
  document: string;
  /** A server sends a document of its own for each page; this one is for where it cannot. */
  serverFirst: boolean;
  files: Files;
}
/** What hosts tables: large, and not needed before a page has been drawn. */
const ENGINE = "/engine/";
/** What is kept under these names is ours. */
const PREFIX = "prikup-";

/** Return the name of the cache of a build in a folder: another build has another, and so has the same in another folder
 * of the origin. */
export const cacheOf = (version: string, root: string): string => PREFIX + version + folderOf(root);

/** Return those of some caches that another build in the same folder has left. */
export const olderCaches = (names: readonly string[], own: string): string[] =>
  names.filter((name) => name.startsWith(PREFIX) && folderOf(name) === folderOf(own) && name !== own);

/** Return the folder in the name of a cache, or of a root; the root of the origin is not named. */
const folderOf = (name: string): string => (name.includes("/") && name !== "/" ? name.slice(name.indexOf("/")) : "");

/** Return the text of a document as a page that says only that it could not be loaded: the document brings that sentence. */
export const unloadedPage = (text: string): string =>
  text
    .replace(/<script[^]*?<\/script>|<link [^>]*>|<div id="skeleton"[^]*?(?=<div id="unloaded")/g, "")
    .replace('id="unloaded" hidden', 'id="unloaded"');

/** Return the text of a document with addresses that hold for every page in a folder: the build begins them with `./`. */
export const documentIn = (root: string, text: string): string => text.replaceAll('="./', `="${root}`);

export const ofEngine = (path: string): boolean => path.startsWith(ENGINE);

/** Return the file that answers a request for a path; undefined where that is for a server to say. A page is opened
 * (`opens`) by any path whose end does not look like the name of a file. */
export function fileFor({ document, files }: Pick<Build, "document" | "files">, path: string, opens: boolean): string | undefined {
  if (path === "/index.html") return document;
  if (path in files) return path;
  return opens && !path.startsWith("/api/") && !/\.[^/]*$/.test(path) ? document : undefined;
}
