// The build of this page, its storage on the device, and a newer build that waits.
import { SITE } from "../../client/transport";
import { ROOT } from "../../address/root";
import { route, type Page } from "../../address/router.svelte";
import { isEngineKept } from "../engine/stored_engine";
import { CHANNEL, type FromHost, type FromPage } from "../engine/host_messages";
import { SAVES_DATA } from "../save_data";
import type { Asked, Kept, Nothing } from "./service_worker_messages";

const WORKER = `${ROOT}service_worker.js`;
/** A shared Web Lock held by every page that must not be interrupted by an update. */
const IN_USE_LOCK = "prikup-in-use";
const BUSY: readonly Page[] = ["table", "score", "problems"];
/** The maximum milliseconds to wait for the engine, which is loaded before it is stored. */
const ENGINE_MS = 20_000;
/** Milliseconds between reminders to the browser that a newer build is to be activated. */
const REMINDER_MS = 2000;
/** Milliseconds between checks for a newer build while a page stays open. */
const AGAIN_MS = 3_600_000;

class Version {
  /** A newer build is complete on this device. */
  waits = $state(false);
  /** All files are stored, so no network is needed. Undefined until that is known. */
  whole: boolean | undefined = $state(undefined);
  /** Files are being stored. */
  keeping = $state(false);
  /** The build became complete while this page was open. */
  becameReady = $state(false);
  /** The engine is only loaded on demand, to save data. */
  spares = $state(false);
  #registration: ServiceWorkerRegistration | undefined;
  #lastCheck = Date.now();

  /** Register the service worker, which stores this build, if the browser supports it. */
  async begin(): Promise<void> {
    if (!navigator.serviceWorker) {
      this.whole = false;
      return;
    }
    const hadController = navigator.serviceWorker.controller !== null;
    if (SITE)
      navigator.serviceWorker.addEventListener(
        "controllerchange",
        () => hadController && !BUSY.includes(route.page) && location.reload(),
      );
    hold();
    const engineReady = SITE || SAVES_DATA ? engineLoaded() : Promise.resolve(); // a server answers in the meantime
    void engineReady.then(() => (this.spares = false));
    try {
      const wasKept = await isEngineKept();
      this.spares = SAVES_DATA && !wasKept;
      this.#watch(await navigator.serviceWorker.register(WORKER, { scope: ROOT, updateViaCache: "none" }));
      addEventListener("online", () => void (this.whole === false && this.#keep()));
      // Files that are only stored must not delay files that are waited for.
      if (!hadController && !SAVES_DATA) await engineReady;
      await askToKeep("keep-pages");
      await engineReady;
      await this.#keep();
      this.becameReady = !wasKept && this.whole === true;
    } catch (error) {
      this.whole = false; // a browser may forbid it, or the files on the server may belong to two builds
      console.info(error);
    }
  }

  /** Store all files that are missing. */
  async #keep(): Promise<void> {
    this.keeping = true;
    this.whole = await askToKeep("keep");
    this.keeping = false;
  }

  /** Activate the newer build; return false while a page is in use. */
  take(): Promise<boolean> {
    return navigator.locks.request(IN_USE_LOCK, { ifAvailable: true }, async (lock) => {
      const newer = this.#registration?.waiting;
      if (lock && newer) await activateBuild(newer);
      return lock !== null;
    });
  }

  #watch(registration: ServiceWorkerRegistration): void {
    this.#registration = registration;
    const look = (): void => {
      const newer = registration.waiting !== null && registration.active !== null;
      if (SITE) this.waits = newer;
      else if (newer) void this.take(); // a server already sends the pages of the newer build
    };
    const follow = (worker: ServiceWorker | null): void => worker?.addEventListener("statechange", look);
    look();
    follow(registration.installing);
    registration.addEventListener("updatefound", () => follow(registration.installing));
    document.addEventListener("visibilitychange", () => this.#ask());
  }

  #ask(): void {
    if (document.hidden || Date.now() - this.#lastCheck < AGAIN_MS) return;
    this.#lastCheck = Date.now();
    void this.#registration?.update().catch(() => undefined);
  }
}

/** Activate a newer build. */
function activateBuild(newer: ServiceWorker): Promise<void> {
  newer.postMessage("take" satisfies Asked);
  const reminding = setInterval(remind, REMINDER_MS);
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => (clearInterval(reminding), resolve()), {
      once: true,
    });
  });
}

/** Remind the browser of a newer build that is to be activated. Chromium activates it when the older one is idle, but
 * forgets it if a fetch at that moment wakes the older one, until that has been idle for half a minute or a page below
 * its scope is opened. */
function remind(): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = ROOT + ("nothing.txt" satisfies Nothing);
  frame.setAttribute("sandbox", "allow-same-origin"); // no scripts, whatever a server answers
  document.body.append(frame);
  setTimeout(() => frame.remove(), REMINDER_MS);
}

/** Have the service worker store files; return whether they are complete. */
async function askToKeep(command: Asked): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<Kept>((resolve) => (port1.onmessage = ({ data }: MessageEvent<Kept>) => resolve(data)));
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(command, [port2]);
  return (await answer).whole;
}

/** Hold the lock while this page is in use. */
function hold(): void {
  $effect.root(() => {
    $effect(() => {
      if (!BUSY.includes(route.page)) return;
      let leave = (): void => undefined;
      const pageLeft = new Promise<void>((resolve) => (leave = resolve));
      void navigator.locks.request(IN_USE_LOCK, { mode: "shared" }, () => pageLeft);
      return () => leave();
    });
  });
}

/** Resolves when a page has loaded the engine: storing files earlier would download them twice. Gives up after
 * ENGINE_MS, unless the engine is loaded on demand only. */
function engineLoaded(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const finish = (): void => {
      channel.close();
      resolve();
    };
    channel.onmessage = ({ data }: MessageEvent<FromHost | FromPage>) => ("begun" in data || "to" in data) && finish();
    if (!SAVES_DATA) setTimeout(finish, ENGINE_MS);
  });
}

export const version = new Version();
