// The worker that answers without a network: all files of the build in one cache, complete or not at all. The document of a
// site comes from there; that of a server only where the server cannot be reached, so that it is never older.
//
// `release/site.py` or `release/here.py` puts the build in front of this: a new one makes this file another one, which is how a browser learns
// of it. What is new waits until no page of the old one is open, or until somebody asks for it (`take`).
import { cacheOf, documentIn, fileFor, ofEngine, olderCaches, unloadedPage, type Build } from "./kept_files";
import type { Asked, Kept, Nothing } from "./messages";

/** An event that is not over before what it waits for. */
interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}

/** The global scope of a service worker, as far as it is used here. */
interface Scope {
  readonly BUILD: Build;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", heard: (event: Lasting) => void): void;
  addEventListener(type: "message", heard: (event: Lasting & { data: Asked; ports: readonly MessagePort[] }) => void): void;
  addEventListener(
    type: "fetch",
    heard: (event: Lasting & { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}

const here = self as unknown as Scope;
const { version, document, serverFirst, files } = here.BUILD;
/** The folder of this file, which all files of the build are in; their paths begin with a slash there. */
const ROOT = new URL(".", location.href).pathname;
const NAME = cacheOf(version, ROOT);
/** What the bytes of a kept file add up to. */
const HASH = "prikup-hash";
/** With these a page and its workers may share memory, and the solver have more than one thread. */
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
/** What a proxy answers whose server does not. */
const UNREACHABLE = [502, 503, 504];
/** How many files are asked for at a time. */
const AT_A_TIME = 6;

/** Return the path of an address in the folder; an address outside of it is not asked for. */
const pathOf = (url: URL): string => `/${url.pathname.slice(ROOT.length)}`;

const PATHS = Object.keys(files);
const SHELL = PATHS.filter((path) => !ofEngine(path));

const addressOf = (path: string): string => ROOT + path.slice(1);

const hex = (bytes: ArrayBuffer): string => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return a file as a server sends it now, if it is that of this build. What the browser has at hand may be an old one. */
async function fetched(path: string, cache: RequestCache = "default"): Promise<Response> {
  const answer = await fetch(addressOf(path), { cache });
  const bytes = answer.ok ? await answer.arrayBuffer() : new ArrayBuffer();
  if (answer.ok && hex(await crypto.subtle.digest("SHA-256", bytes)) === files[path]) {
    const headers = new Headers(answer.headers); // what else a server says of its files holds of those that are kept
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    headers.set(HASH, files[path] ?? "");
    return new Response(bytes, { headers });
  }
  if (cache === "default") return fetched(path, "reload");
  throw new Error(`${path} is not that of the build ${version}`);
}

/** Return the same file of another build. */
async function inherited(path: string): Promise<Response | undefined> {
  for (const name of olderCaches(await caches.keys(), NAME)) {
    const found = await (await caches.open(name)).match(addressOf(path));
    if (found?.headers.get(HASH) === files[path]) return found;
  }
  return undefined;
}

const underWay = new Map<string, Promise<Response>>();

/** Return a file, which is kept from then on. */
async function file(path: string): Promise<Response> {
  const found = await (await caches.open(NAME)).match(addressOf(path));
  if (found) return found;
  let keeping = underWay.get(path);
  if (!keeping) {
    keeping = keep(path).finally(() => underWay.delete(path));
    underWay.set(path, keeping);
  }
  return (await keeping).clone();
}

async function keep(path: string): Promise<Response> {
  const whole = (await inherited(path)) ?? (await fetched(path));
  const body = path === document ? documentIn(ROOT, await whole.text()) : whole.body;
  const found = new Response(body, { headers: { ...Object.fromEntries(whole.headers), ...ISOLATED } });
  await (await caches.open(NAME)).put(addressOf(path), found.clone());
  return found;
}

async function keepAll(paths: readonly string[]): Promise<void> {
  const left = [...paths];
  const some = async (): Promise<void> => {
    for (let path = left.shift(); path; path = left.shift()) await file(path);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, some));
}

/** Whether a build before this one has been kept with its engine: then this one is not complete without. */
async function hadEngine(): Promise<boolean> {
  for (const name of olderCaches(await caches.keys(), NAME)) {
    const kept = await (await caches.open(name)).keys();
    if (kept.some(({ url }) => ofEngine(pathOf(new URL(url))))) return true;
  }
  return false;
}

async function begin(): Promise<void> {
  for (const name of olderCaches(await caches.keys(), NAME)) await caches.delete(name);
  await here.clients.claim();
}

/** Answer for a file that is not that of this build. Until the shell is whole no page of this build has begun. */
const otherwise = async (request: Request): Promise<Response> => ((await isShellKept()) ? Response.error() : fetch(request));

/** Whether all that pages are drawn by is kept. */
async function isShellKept(): Promise<boolean> {
  const kept = new Set((await (await caches.open(NAME)).keys()).map(({ url }) => pathOf(new URL(url))));
  return SHELL.every((path) => kept.has(path));
}

/** Answer for a page: where it cannot be had and not all that draws it is kept, by a sentence that says so. */
async function page(request: Request): Promise<Response> {
  const whole = await isShellKept();
  if (whole && !serverFirst) return file(document);
  const answer = await fetch(request).catch(() => undefined);
  if (answer && !UNREACHABLE.includes(answer.status)) return answer;
  if (whole) return file(document);
  const kept = await (await caches.open(NAME)).match(addressOf(document));
  if (!kept) return answer ?? Response.error();
  return new Response(unloadedPage(await kept.text()), { headers: kept.headers });
}

const nothing = async (): Promise<Response> => new Response(null, { status: 204 });

async function kept(paths: readonly string[]): Promise<Kept> {
  const whole = await keepAll(paths).then(() => true, () => false);
  return { version, whole };
}

/** Keep what a build is not begun without. The first one needs nothing but its document: a page that is left meanwhile is
 * answered for then, and what is missing comes behind. */
async function install(): Promise<void> {
  if (!olderCaches(await caches.keys(), NAME).length) await keepAll([document]);
  else await keepAll((await hadEngine()) ? PATHS : SHELL);
}

here.addEventListener("install", (event) => event.waitUntil(install()));
here.addEventListener("activate", (event) => event.waitUntil(begin()));
here.addEventListener("message", (event) => {
  if (event.data === "take") event.waitUntil(here.skipWaiting());
  else event.waitUntil(kept(event.data === "keep" ? PATHS : SHELL).then((told) => event.ports[0]?.postMessage(told)));
});
here.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.endsWith(`/${"nothing.txt" satisfies Nothing}`)) return event.respondWith(nothing());
  const path = fileFor(here.BUILD, pathOf(url), event.request.mode === "navigate");
  if (path === undefined) return;
  const opens = path === document && event.request.mode === "navigate";
  event.respondWith(opens ? page(event.request) : file(path).catch(() => otherwise(event.request)));
});
