// The build that this page is of, kept on the device, and a newer one that waits.
import { SITE } from "../client/host";
import { ROOT } from "../client/root";
import { route, type Page } from "../frame/route.svelte";
import { isEngineKept } from "../here/kept_engine";
import { CHANNEL, type FromHost, type FromPage } from "../here/messages";
import { SPARED } from "../here/spared";
import type { Asked, Kept, Nothing } from "./messages";

const WORKER = `${ROOT}service_worker.js`;
/** Every page on which something is under way holds it, together with the others. */
const IN_USE = "prikup-in-use";
const BUSY: readonly Page[] = ["table", "score", "problems"];
/** For how many milliseconds the engine is waited for: it is loaded before it is kept. */
const ENGINE_MS = 20_000;
/** How often the browser is reminded of a newer build that is to begin, in milliseconds. */
const REMINDER_MS = 2000;
/** How often a page that stays open asks for a newer build, in milliseconds. */
const AGAIN_MS = 3_600_000;

class Version {
  /** A newer build is complete on this device. */
  waits = $state(false);
  /** Everything is on this device: no network is needed any more. Undefined until that is known. */
  whole: boolean | undefined = $state(undefined);
  /** It is being kept. */
  keeping = $state(false);
  /** It has become whole while this page was open. */
  becameReady = $state(false);
  /** The engine is not loaded before it is asked for, to save data. */
  spares = $state(false);
  #registration: ServiceWorkerRegistration | undefined;
  #asked = Date.now();

  /** Let a service worker keep this build, where the browser has any. */
  async begin(): Promise<void> {
    if (!navigator.serviceWorker) {
      this.whole = false;
      return;
    }
    const replaced = navigator.serviceWorker.controller !== null;
    if (SITE) navigator.serviceWorker.addEventListener("controllerchange", () => replaced && !BUSY.includes(route.page) && location.reload());
    hold();
    const loaded = SITE || SPARED ? engineLoaded() : Promise.resolve(); // a server answers meanwhile
    void loaded.then(() => (this.spares = false));
    try {
      const had = await isEngineKept();
      this.spares = SPARED && !had;
      this.#watch(await navigator.serviceWorker.register(WORKER, { scope: ROOT, updateViaCache: "none" }));
      addEventListener("online", () => void (this.whole === false && this.#keep()));
      if (!replaced && !SPARED) await loaded; // what is only kept comes behind what is waited for
      await kept("keep-pages");
      await loaded;
      await this.#keep();
      this.becameReady = !had && this.whole === true;
    } catch (error) {
      this.whole = false; // a browser may forbid it, or the site be half of one build and half of another
      console.info(error);
    }
  }

  /** Have everything kept that is not yet. */
  async #keep(): Promise<void> {
    this.keeping = true;
    this.whole = await kept("keep");
    this.keeping = false;
  }

  /** Begin with the newer build; return false while some page is in use. */
  take(): Promise<boolean> {
    return navigator.locks.request(IN_USE, { ifAvailable: true }, async (lock) => {
      const newer = this.#registration?.waiting;
      if (lock && newer) await taken(newer);
      return lock !== null;
    });
  }

  #watch(registration: ServiceWorkerRegistration): void {
    this.#registration = registration;
    const look = (): void => {
      const newer = registration.waiting !== null && registration.active !== null;
      if (SITE) this.waits = newer;
      else if (newer) void this.take(); // the pages of a server are of the newer build already
    };
    const follow = (worker: ServiceWorker | null): void => worker?.addEventListener("statechange", look);
    look();
    follow(registration.installing);
    registration.addEventListener("updatefound", () => follow(registration.installing));
    document.addEventListener("visibilitychange", () => this.#ask());
  }

  #ask(): void {
    if (document.hidden || Date.now() - this.#asked < AGAIN_MS) return;
    this.#asked = Date.now();
    void this.#registration?.update().catch(() => undefined);
  }
}

/** Have a newer build begin. */
function taken(newer: ServiceWorker): Promise<void> {
  newer.postMessage("take" satisfies Asked);
  const reminding = setInterval(remind, REMINDER_MS);
  return new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => (clearInterval(reminding), done()), { once: true });
  });
}

/** Remind the browser of a newer build that is to begin. Chromium lets it as soon as the older one has nothing to do, but
 * forgets it when something is fetched just then, which wakes the older one again: until that has rested for half a minute,
 * or until any page is opened below its scope. */
function remind(): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = ROOT + ("nothing.txt" satisfies Nothing);
  frame.setAttribute("sandbox", "allow-same-origin"); // without scripts, whatever a server answers
  document.body.append(frame);
  setTimeout(() => frame.remove(), REMINDER_MS);
}

/** Have files kept; return whether they are. */
async function kept(what: Asked): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<Kept>((resolve) => (port1.onmessage = ({ data }: MessageEvent<Kept>) => resolve(data)));
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(what, [port2]);
  return (await answer).whole;
}

/** Say as long as this page is in use that it is. */
function hold(): void {
  $effect.root(() => {
    $effect(() => {
      if (!BUSY.includes(route.page)) return;
      let leave = (): void => undefined;
      const left = new Promise<void>((resolve) => (leave = resolve));
      void navigator.locks.request(IN_USE, { mode: "shared" }, () => left);
      return () => leave();
    });
  });
}

/** Resolves once some page has loaded the engine: whatever is asked for before it would come twice. It is not waited for
 * for ever, unless it is only loaded where somebody asks for it. */
function engineLoaded(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const done = (): void => {
      channel.close();
      resolve();
    };
    channel.onmessage = ({ data }: MessageEvent<FromHost | FromPage>) => ("begun" in data || "to" in data) && done();
    if (!SPARED) setTimeout(done, ENGINE_MS);
  });
}

export const version = new Version();
