// What a page asks of the service worker: to keep what pages are drawn by, or all files of its build, or to take the place of
// the one before it.
export type Asked = "keep-pages" | "keep" | "take";

/** An address below the scope of a service worker, which answers that there is nothing to show. */
export type Nothing = "nothing.txt";

/** The answer to "keep" and "keep-pages": whether all that was asked for is kept. A whole build needs no network. */
export interface Kept {
  version: string;
  whole: boolean;
}
