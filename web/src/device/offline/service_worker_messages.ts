// A message to the service worker: store the shell (everything except the engine), store all files of its build, or
// replace the previous service worker.
export type Asked = "keep-pages" | "keep" | "take";

/** A URL below the scope of a service worker, which answers it with an empty response. */
export type Nothing = "nothing.txt";

/** The response to "keep" and "keep-pages": whether all requested files are stored. A complete build needs no
 * network. */
export interface Kept {
  version: string;
  whole: boolean;
}
