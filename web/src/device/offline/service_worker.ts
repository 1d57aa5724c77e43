// The service worker, which answers without a network: all files of a build are in one cache, and it serves a build
// completely or not at all. A static site's document comes from the cache; a server's only if the server is
// unreachable, so that it is never outdated.
//
// `release/site.py` or `release/add_device_engine.py` prepends the build's data to this file: a new build changes the
// file, which is how a browser notices it. A new build waits until no page of the old one is open, or until a page
// requests it (`take`).
import {
  cacheName,
  fileFor,
  isEngineFile,
  olderCaches,
  unloadedPage,
  withAbsoluteAddresses,
  type BuildFiles,
} from "./cached_files";
import { storeSentences, storedSentences, pathOfNotice, sentenceOf } from "./notice_sentences";
import type { ServiceWorkerCommand, StorageResult, EmptyFile } from "./service_worker_messages";
import type { PushMessage } from "../../client/api_types";

/** An event that ends only after the work it waits for. */
interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface PushData {
  json(): unknown;
}

/** A page of this site that is open. */
interface Window {
  readonly url: string;
  readonly visibilityState: "visible" | "hidden";
  focus(): Promise<unknown>;
}

/** The part of a service worker's global scope that is used. */
interface Scope {
  readonly BUILD: BuildFiles;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window" }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "push", listener: (event: ExtendableEvent & { data: PushData | null }) => void): void;
  addEventListener(
    type: "notificationclick",
    listener: (event: ExtendableEvent & { notification: Notification }) => void,
  ): void;
  addEventListener(
    type: "message",
    listener: (event: ExtendableEvent & { data: ServiceWorkerCommand; ports: readonly MessagePort[] }) => void,
  ): void;
  addEventListener(
    type: "fetch",
    listener: (event: ExtendableEvent & { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}

const worker = self as unknown as Scope;
const { version, document, serverFirst, files } = worker.BUILD;
/** The folder of this file and of all files of the build; paths in `files` are relative to it and start with a
 * slash. */
const ROOT = new URL(".", location.href).pathname;
const CACHE_NAME = cacheName(version, ROOT);
/** The header with the SHA-256 of a stored file. */
const HASH_HEADER = "prikup-hash";
/** Headers for cross-origin isolation, with which workers can share memory and the solver can use more than one
 * thread. */
const ISOLATION_HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
/** Status codes with which a proxy reports an unreachable server. */
const UNREACHABLE_STATUSES = [502, 503, 504];
/** The number of concurrent downloads. */
const MAX_DOWNLOADS = 6;

/** Return the path of a URL relative to the folder; it must be inside. */
const pathOf = (url: URL): string => `/${url.pathname.slice(ROOT.length)}`;

const PATHS = Object.keys(files);
const SHELL_PATHS = PATHS.filter((path) => !isEngineFile(path));

const addressOf = (path: string): string => ROOT + path.slice(1);

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return a file from the server if it is this build's version; retry past the HTTP cache, which may be outdated.
 * Throws if it is another version. */
async function fetchFile(path: string, cache: RequestCache = "default"): Promise<Response> {
  const answer = await fetch(addressOf(path), { cache });
  const bytes = answer.ok ? await answer.arrayBuffer() : new ArrayBuffer();
  if (answer.ok && hex(await crypto.subtle.digest("SHA-256", bytes)) === files[path]) {
    const headers = new Headers(answer.headers); // keep the server's other headers for the stored file
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    headers.set(HASH_HEADER, files[path] ?? "");
    return new Response(bytes, { headers });
  }
  if (cache === "default") return fetchFile(path, "reload");
  throw new Error(`${path} is not that of the build ${version}`);
}

/** Return the same file from another build's cache, if its contents are the same. */
async function inheritFile(path: string): Promise<Response | undefined> {
  for (const name of olderCaches(await caches.keys(), CACHE_NAME)) {
    const cached = await (await caches.open(name)).match(addressOf(path));
    if (cached?.headers.get(HASH_HEADER) === files[path]) return cached;
  }
  return undefined;
}

const downloads = new Map<string, Promise<Response>>();

/** Return a file, from the cache if it is there; otherwise store it. */
async function loadFile(path: string): Promise<Response> {
  const cached = await (await caches.open(CACHE_NAME)).match(addressOf(path));
  if (cached) return cached;
  let download = downloads.get(path);
  if (!download) {
    download = storeFile(path).finally(() => downloads.delete(path));
    downloads.set(path, download);
  }
  return (await download).clone();
}

async function storeFile(path: string): Promise<Response> {
  const original = (await inheritFile(path)) ?? (await fetchFile(path));
  const body = path === document ? withAbsoluteAddresses(ROOT, await original.text()) : original.body;
  const response = new Response(body, { headers: { ...Object.fromEntries(original.headers), ...ISOLATION_HEADERS } });
  await (await caches.open(CACHE_NAME)).put(addressOf(path), response.clone());
  return response;
}

async function storeFiles(paths: readonly string[]): Promise<void> {
  const remaining = [...paths];
  const downloadRemaining = async (): Promise<void> => {
    for (let path = remaining.shift(); path; path = remaining.shift()) await loadFile(path);
  };
  await Promise.all(Array.from({ length: MAX_DOWNLOADS }, downloadRemaining));
}

/** Return whether an earlier build was stored with its engine; then this build is complete only with its engine. */
async function hadEngine(): Promise<boolean> {
  for (const name of olderCaches(await caches.keys(), CACHE_NAME)) {
    const cachedRequests = await (await caches.open(name)).keys();
    if (cachedRequests.some(({ url }) => isEngineFile(pathOf(new URL(url))))) return true;
  }
  return false;
}

async function activate(): Promise<void> {
  for (const name of olderCaches(await caches.keys(), CACHE_NAME)) await caches.delete(name);
  await worker.clients.claim();
}

/** Answer a request for a file that is not available in this build's version. Before the shell is complete no page of
 * this build is open, so the request may go to the server. */
const fetchUnlessShellStored = async (request: Request): Promise<Response> =>
  (await isShellStored()) ? Response.error() : fetch(request);

/** Return whether the shell (all files except the engine) is stored. */
async function isShellStored(): Promise<boolean> {
  const cachedPaths = new Set((await (await caches.open(CACHE_NAME)).keys()).map(({ url }) => pathOf(new URL(url))));
  return SHELL_PATHS.every((path) => cachedPaths.has(path));
}

/** Answer a navigation. If neither the server nor a complete shell is available, return the page that says so. */
async function answerNavigation(request: Request): Promise<Response> {
  const isShellComplete = await isShellStored();
  if (isShellComplete && !serverFirst) return loadFile(document);
  const answer = await fetch(request).catch(() => undefined);
  if (answer && !UNREACHABLE_STATUSES.includes(answer.status)) return answer;
  if (isShellComplete) return loadFile(document);
  const cachedDocument = await (await caches.open(CACHE_NAME)).match(addressOf(document));
  if (!cachedDocument) return answer ?? Response.error();
  return new Response(unloadedPage(await cachedDocument.text()), { headers: cachedDocument.headers });
}

const emptyResponse = async (): Promise<Response> => new Response(null, { status: 204 });

async function storeAndReport(paths: readonly string[]): Promise<StorageResult> {
  const whole = await storeFiles(paths).then(() => true, () => false);
  return { version, whole };
}

/** Store the files required before a build is activated. The first build only needs its document: a page that is left
 * meanwhile then gets an answer, and the other files follow. */
async function install(): Promise<void> {
  if (!olderCaches(await caches.keys(), CACHE_NAME).length) await storeFiles([document]);
  else await storeFiles((await hadEngine()) ? PATHS : SHELL_PATHS);
}

/** Show a message that the server has sent. A browser demands that every message is shown. */
async function showMessage(message: PushMessage): Promise<void> {
  // A page that is seen shows itself that a table was found.
  const windows = message.kind === "found" ? await worker.clients.matchAll({ type: "window" }) : [];
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  const sentences = await storedSentences(ROOT);
  await worker.registration.showNotification(sentenceOf(message, sentences) || "prikup", {
    tag: message.about || message.kind,
    lang: sentences?.lang ?? message.language,
    icon: `${ROOT}mark.svg`,
    data: pathOfNotice(message),
  });
}

/** Go to the page of a pressed message: the window that has it open, or a new one. */
async function openPage(path: string): Promise<void> {
  const url = new URL(ROOT + path, location.href).href;
  const openWindow = (await worker.clients.matchAll({ type: "window" })).find((window) => window.url === url);
  await (openWindow ? openWindow.focus() : worker.clients.openWindow(url));
}

worker.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(showMessage(event.data.json() as PushMessage));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data ?? "")));
});
worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  if (event.data === "take") event.waitUntil(worker.skipWaiting());
  else if (typeof event.data === "object") event.waitUntil(storeSentences(ROOT, event.data));
  else
    event.waitUntil(
      storeAndReport(event.data === "keep" ? PATHS : SHELL_PATHS).then((report) => event.ports[0]?.postMessage(report)),
    );
});
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.endsWith(`/${"nothing.txt" satisfies EmptyFile}`)) return event.respondWith(emptyResponse());
  const path = fileFor(worker.BUILD, pathOf(url), event.request.mode === "navigate");
  if (path === undefined) return;
  const isNavigation = path === document && event.request.mode === "navigate";
  event.respondWith(
    isNavigation
      ? answerNavigation(event.request)
      : loadFile(path).catch(() => fetchUnlessShellStored(event.request)),
  );
});
