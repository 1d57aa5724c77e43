// The background worker, as seen by the worker that hosts tables: started with the first request, stopped when idle.

/** Idle milliseconds before the worker is stopped: it takes as much memory as the host worker. */
const IDLE_MS = 20_000;

interface OpenRequest {
  resolve(result: Uint8Array): void;
  reject(reason: Error): void;
}

let worker: Worker | null = null;
let stopTimer: ReturnType<typeof setTimeout> | undefined;
const openRequests: OpenRequest[] = [];

/** Return the answer to a request; requests are answered in order. */
export function computeInBackground(request: Uint8Array): Promise<Uint8Array> {
  clearTimeout(stopTimer);
  worker ??= startWorker();
  worker.postMessage(request);
  return new Promise((resolve, reject) => openRequests.push({ resolve, reject }));
}

function startWorker(): Worker {
  const newWorker = new Worker(new URL("./background_worker_entry.ts", import.meta.url), { type: "module" });
  newWorker.onmessage = ({ data }: MessageEvent<Uint8Array | null>) => {
    if (!data) return stopWorker("it has failed");
    openRequests.shift()?.resolve(data);
    if (!openRequests.length) stopTimer = setTimeout(() => stopWorker(""), IDLE_MS);
  };
  newWorker.onerror = ({ message }) => stopWorker(message);
  return newWorker;
}

/** Stop the worker and reject its open requests with a reason. The next request starts another worker. */
function stopWorker(reason: string): void {
  worker?.terminate();
  worker = null;
  for (const { reject } of openRequests.splice(0)) reject(new Error(`the assistant: ${reason}`));
}
