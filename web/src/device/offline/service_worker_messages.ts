import type { NoticeSentences } from "./notice_sentences";

// A message to the service worker: store the shell (everything except the engine), store all files of its build,
// replace the previous service worker, or store the sentences of push messages.
export type ServiceWorkerCommand = "keep-pages" | "keep" | "take" | NoticeSentences;

/** A URL below the scope of a service worker, which answers it with an empty response. */
export type EmptyFile = "nothing.txt";

/** The response to "keep" and "keep-pages": whether all requested files are stored. A complete build needs no
 * network. */
export interface StorageResult {
  version: string;
  whole: boolean;
}
