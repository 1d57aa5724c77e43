// The service worker, which answers without a network: all files of a build are in one cache, and it serves a build
// completely or not at all. A static site's document comes from the cache; a server's only if the server is
// unreachable, so that it is never outdated.
//
// `release/site.py` or `release/add_device_engine.py` prepends the build's data to this file: a new build changes the
// file, which is how a browser notices it. A new build waits until no page of the old one is open, or until a page
// requests it (`take`).
import { cacheOf, documentIn, fileFor, isEngineFile, olderCaches, unloadedPage, type BuildFiles } from "./cached_files";
import { keepSentences, keptSentences, pathOfNotice, sentenceOf } from "./notice_sentences";
import type { Asked, Kept, Nothing } from "./service_worker_messages";
import type { PushMessage } from "../../client/api_types";

/** An event that ends only after the work it waits for. */
interface Lasting extends Event {
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
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(type: "push", listener: (event: Lasting & { data: PushData | null }) => void): void;
  addEventListener(
    type: "notificationclick",
    listener: (event: Lasting & { notification: Notification }) => void,
  ): void;
  addEventListener(
    type: "message",
    listener: (event: Lasting & { data: Asked; ports: readonly MessagePort[] }) => void,
  ): void;
  addEventListener(
    type: "fetch",
    listener: (event: Lasting & { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}

const worker = self as unknown as Scope;
const { version, document, serverFirst, files } = worker.BUILD;
/** The folder of this file and of all files of the build; paths in `files` are relative to it and start with a
 * slash. */
const ROOT = new URL(".", location.href).pathname;
const NAME = cacheOf(version, ROOT);
/** The header with the SHA-256 of a stored file. */
const HASH = "prikup-hash";
/** Headers for cross-origin isolation, with which workers can share memory and the solver can use more than one
 * thread. */
const ISOLATION_HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
/** Status codes with which a proxy reports an unreachable server. */
const UNREACHABLE = [502, 503, 504];
/** The number of concurrent downloads. */
const MAX_DOWNLOADS = 6;

/** Return the path of a URL relative to the folder; it must be inside. */
const pathOf = (url: URL): string => `/${url.pathname.slice(ROOT.length)}`;

const PATHS = Object.keys(files);
const SHELL = PATHS.filter((path) => !isEngineFile(path));

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
    headers.set(HASH, files[path] ?? "");
    return new Response(bytes, { headers });
  }
  if (cache === "default") return fetchFile(path, "reload");
  throw new Error(`${path} is not that of the build ${version}`);
}

/** Return the same file from another build's cache, if its contents are the same. */
async function inheritFile(path: string): Promise<Response | undefined> {
  for (const name of olderCaches(await caches.keys(), NAME)) {
    const cached = await (await caches.open(name)).match(addressOf(path));
    if (cached?.headers.get(HASH) === files[path]) return cached;
  }
  return undefined;
}

const underWay = new Map<string, Promise<Response>>();

/** Return a file, from the cache if it is there; otherwise store it. */
async function file(path: string): Promise<Response> {
  const cached = await (await caches.open(NAME)).match(addressOf(path));
  if (cached) return cached;
  let keeping = underWay.get(path);
  if (!keeping) {
    keeping = keep(path).finally(() => underWay.delete(path));
    underWay.set(path, keeping);
  }
  return (await keeping).clone();
}

async function keep(path: string): Promise<Response> {
  const whole = (await inheritFile(path)) ?? (await fetchFile(path));
  const body = path === document ? documentIn(ROOT, await whole.text()) : whole.body;
  const response = new Response(body, { headers: { ...Object.fromEntries(whole.headers), ...ISOLATION_HEADERS } });
  await (await caches.open(NAME)).put(addressOf(path), response.clone());
  return response;
}

async function keepAll(paths: readonly string[]): Promise<void> {
  const remaining = [...paths];
  const downloadRemaining = async (): Promise<void> => {
    for (let path = remaining.shift(); path; path = remaining.shift()) await file(path);
  };
  await Promise.all(Array.from({ length: MAX_DOWNLOADS }, downloadRemaining));
}

/** Return whether an earlier build was stored with its engine; then this build is complete only with its engine. */
async function hadEngine(): Promise<boolean> {
  for (const name of olderCaches(await caches.keys(), NAME)) {
    const cachedRequests = await (await caches.open(name)).keys();
    if (cachedRequests.some(({ url }) => isEngineFile(pathOf(new URL(url))))) return true;
  }
  return false;
}

async function begin(): Promise<void> {
  for (const name of olderCaches(await caches.keys(), NAME)) await caches.delete(name);
  await worker.clients.claim();
}

/** Answer a request for a file that is not available in this build's version. Before the shell is complete no page of
 * this build is open, so the request may go to the server. */
const fetchUnlessShellKept = async (request: Request): Promise<Response> =>
  (await isShellKept()) ? Response.error() : fetch(request);

/** Return whether the shell (all files except the engine) is stored. */
async function isShellKept(): Promise<boolean> {
  const cachedPaths = new Set((await (await caches.open(NAME)).keys()).map(({ url }) => pathOf(new URL(url))));
  return SHELL.every((path) => cachedPaths.has(path));
}

/** Answer a navigation. If neither the server nor a complete shell is available, return the page that says so. */
async function page(request: Request): Promise<Response> {
  const whole = await isShellKept();
  if (whole && !serverFirst) return file(document);
  const answer = await fetch(request).catch(() => undefined);
  if (answer && !UNREACHABLE.includes(answer.status)) return answer;
  if (whole) return file(document);
  const cachedDocument = await (await caches.open(NAME)).match(addressOf(document));
  if (!cachedDocument) return answer ?? Response.error();
  return new Response(unloadedPage(await cachedDocument.text()), { headers: cachedDocument.headers });
}

const emptyResponse = async (): Promise<Response> => new Response(null, { status: 204 });

async function keepAndReport(paths: readonly string[]): Promise<Kept> {
  const whole = await keepAll(paths).then(() => true, () => false);
  return { version, whole };
}

/** Store the files required before a build is activated. The first build only needs its document: a page that is left
 * meanwhile then gets an answer, and the other files follow. */
async function install(): Promise<void> {
  if (!olderCaches(await caches.keys(), NAME).length) await keepAll([document]);
  else await keepAll((await hadEngine()) ? PATHS : SHELL);
}

/** Show a message that the server has sent. A browser demands that every message is shown. */
async function showMessage(message: PushMessage): Promise<void> {
  // A page that is seen shows itself that a table was found.
  const windows = message.kind === "found" ? await worker.clients.matchAll({ type: "window" }) : [];
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  const sentences = await keptSentences(ROOT);
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
worker.addEventListener("activate", (event) => event.waitUntil(begin()));
worker.addEventListener("message", (event) => {
  if (event.data === "take") event.waitUntil(worker.skipWaiting());
  else if (typeof event.data === "object") event.waitUntil(keepSentences(ROOT, event.data));
  else
    event.waitUntil(
      keepAndReport(event.data === "keep" ? PATHS : SHELL).then((report) => event.ports[0]?.postMessage(report)),
    );
});
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.endsWith(`/${"nothing.txt" satisfies Nothing}`)) return event.respondWith(emptyResponse());
  const path = fileFor(worker.BUILD, pathOf(url), event.request.mode === "navigate");
  if (path === undefined) return;
  const opens = path === document && event.request.mode === "navigate";
  event.respondWith(opens ? page(event.request) : file(path).catch(() => fetchUnlessShellKept(event.request)));
});
