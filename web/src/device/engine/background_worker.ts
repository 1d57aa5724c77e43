// The background worker, as seen by the worker that hosts tables: started with the first request, stopped when idle.

/** Idle milliseconds before the worker is stopped: it takes as much memory as the host worker. */
const REST = 20_000;

interface Waiting {
  answer(result: Uint8Array): void;
  fail(why: Error): void;
}

let worker: Worker | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;
const waiting: Waiting[] = [];

/** Return the answer to a request; requests are answered in order. */
export function study(question: Uint8Array): Promise<Uint8Array> {
  clearTimeout(resting);
  worker ??= startWorker();
  worker.postMessage(question);
  return new Promise((answer, fail) => waiting.push({ answer, fail }));
}

function startWorker(): Worker {
  const newWorker = new Worker(new URL("./background_worker_entry.ts", import.meta.url), { type: "module" });
  newWorker.onmessage = ({ data }: MessageEvent<Uint8Array | null>) => {
    if (!data) return stopWorker("it has failed");
    waiting.shift()?.answer(data);
    if (!waiting.length) resting = setTimeout(() => stopWorker(""), REST);
  };
  newWorker.onerror = ({ message }) => stopWorker(message);
  return newWorker;
}

/** Stop the worker and reject its open requests with a reason. The next request starts another worker. */
function stopWorker(why: string): void {
  worker?.terminate();
  worker = null;
  for (const { fail } of waiting.splice(0)) fail(new Error(`the assistant: ${why}`));
}
