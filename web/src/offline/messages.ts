// What a page asks of the service worker: to keep all files of its build, or to take the place of the one before it.
export type Asked = "keep" | "take";

/** An address below the scope of a service worker, which answers that there is nothing to show. */
export type Nothing = "nothing.txt";

/** The answer to "keep": a whole build needs no network any more. */
export interface Kept {
  version: string;
  whole: boolean;
}
