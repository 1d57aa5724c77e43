// The second worker, as the one that hosts tables asks it: started with the first question, ended when there is none.

/** How long it is kept with nothing to do, in milliseconds: it takes as much memory as the first. */
const REST = 20_000;

interface Waiting {
  answer(found: Uint8Array): void;
  fail(why: Error): void;
}

let worker: Worker | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;
const waiting: Waiting[] = [];

/** Return the answer to a question, behind all that were asked before. */
export function study(question: Uint8Array): Promise<Uint8Array> {
  clearTimeout(resting);
  worker ??= started();
  worker.postMessage(question);
  return new Promise((answer, fail) => waiting.push({ answer, fail }));
}

function started(): Worker {
  const made = new Worker(new URL("./assistant_worker.ts", import.meta.url), { type: "module" });
  made.onmessage = ({ data }: MessageEvent<Uint8Array | null>) => {
    if (!data) return ended("it has failed");
    waiting.shift()?.answer(data);
    if (!waiting.length) resting = setTimeout(() => ended(""), REST);
  };
  made.onerror = ({ message }) => ended(message);
  return made;
}

/** Let the worker end; who still waits for it is told why. The next question starts another. */
function ended(why: string): void {
  worker?.terminate();
  worker = null;
  for (const { fail } of waiting.splice(0)) fail(new Error(`the assistant: ${why}`));
}
