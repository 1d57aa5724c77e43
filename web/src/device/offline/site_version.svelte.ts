// The build of this page, its storage on the device, and a newer build that waits.
import { SITE } from "../../client/transport";
import { ROOT } from "../../address/root";
import { route, type Page } from "../../address/router.svelte";
import { isEngineStored } from "../engine/stored_engine";
import { CHANNEL, type FromHost, type FromPage } from "../engine/host_messages";
import { SAVES_DATA } from "../save_data";
import type { ServiceWorkerCommand, StorageResult, EmptyFile } from "./service_worker_messages";

const WORKER = `${ROOT}service_worker.js`;
/** A shared Web Lock held by every page that must not be interrupted by an update. */
const IN_USE_LOCK = "prikup-in-use";
const BUSY_PAGES: readonly Page[] = ["table", "score", "problems"];
/** The maximum milliseconds to wait for the engine, which is loaded before it is stored. */
const MAX_ENGINE_WAIT_MS = 20_000;
/** Milliseconds between reminders to the browser that a newer build is to be activated. */
const REMINDER_MS = 2000;
/** Milliseconds between checks for a newer build while a page stays open. */
const CHECK_MS = 3_600_000;

class SiteVersion {
  /** A newer build is complete on this device. */
  hasNewerBuild = $state(false);
  /** All files are stored, so no network is needed. Undefined until that is known. */
  isComplete: boolean | undefined = $state(undefined);
  /** Files are being stored. */
  isStoring = $state(false);
  /** The build became complete while this page was open. */
  becameComplete = $state(false);
  /** The engine is only loaded on demand, to save data. */
  isEngineOnDemand = $state(false);
  #registration: ServiceWorkerRegistration | undefined;
  #lastCheck = Date.now();

  /** Register the service worker, which stores this build, if the browser supports it. */
  async start(): Promise<void> {
    if (!navigator.serviceWorker) {
      this.isComplete = false;
      return;
    }
    const hadController = navigator.serviceWorker.controller !== null;
    if (SITE)
      navigator.serviceWorker.addEventListener(
        "controllerchange",
        () => hadController && !BUSY_PAGES.includes(route.page) && location.reload(),
      );
    holdLockInUse();
    const engineReady = SITE || SAVES_DATA ? waitForEngine() : Promise.resolve(); // a server answers in the meantime
    void engineReady.then(() => (this.isEngineOnDemand = false));
    try {
      const wasStored = await isEngineStored();
      this.isEngineOnDemand = SAVES_DATA && !wasStored;
      this.#watch(await navigator.serviceWorker.register(WORKER, { scope: ROOT, updateViaCache: "none" }));
      addEventListener("online", () => void (this.isComplete === false && this.#storeMissingFiles()));
      // Files that are only stored must not delay files that are waited for.
      if (!hadController && !SAVES_DATA) await engineReady;
      await requestStorage("keep-pages");
      await engineReady;
      await this.#storeMissingFiles();
      this.becameComplete = !wasStored && this.isComplete === true;
    } catch (error) {
      this.isComplete = false; // a browser may forbid it, or the files on the server may belong to two builds
      console.info(error);
    }
  }

  /** Store all files that are missing. */
  async #storeMissingFiles(): Promise<void> {
    this.isStoring = true;
    this.isComplete = await requestStorage("keep");
    this.isStoring = false;
  }

  /** Activate the newer build; return false while a page is in use. */
  activateNewerBuild(): Promise<boolean> {
    return navigator.locks.request(IN_USE_LOCK, { ifAvailable: true }, async (lock) => {
      const newer = this.#registration?.waiting;
      if (lock && newer) await activateBuild(newer);
      return lock !== null;
    });
  }

  #watch(registration: ServiceWorkerRegistration): void {
    this.#registration = registration;
    const noteState = (): void => {
      const newer = registration.waiting !== null && registration.active !== null;
      if (SITE) this.hasNewerBuild = newer;
      else if (newer) void this.activateNewerBuild(); // a server already sends the pages of the newer build
    };
    const watchWorker = (worker: ServiceWorker | null): void => worker?.addEventListener("statechange", noteState);
    noteState();
    watchWorker(registration.installing);
    registration.addEventListener("updatefound", () => watchWorker(registration.installing));
    document.addEventListener("visibilitychange", () => this.#checkForNewerBuild());
  }

  #checkForNewerBuild(): void {
    if (document.hidden || Date.now() - this.#lastCheck < CHECK_MS) return;
    this.#lastCheck = Date.now();
    void this.#registration?.update().catch(() => undefined);
  }
}

/** Activate a newer build. */
function activateBuild(newer: ServiceWorker): Promise<void> {
  newer.postMessage("take" satisfies ServiceWorkerCommand);
  const reminder = setInterval(remindBrowser, REMINDER_MS);
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => (clearInterval(reminder), resolve()), {
      once: true,
    });
  });
}

/** Remind the browser of a newer build that is to be activated. Chromium activates it when the older one is idle, but
 * forgets it if a fetch at that moment wakes the older one, until that has been idle for half a minute or a page below
 * its scope is opened. */
function remindBrowser(): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = ROOT + ("nothing.txt" satisfies EmptyFile);
  frame.setAttribute("sandbox", "allow-same-origin"); // no scripts, whatever a server answers
  document.body.append(frame);
  setTimeout(() => frame.remove(), REMINDER_MS);
}

/** Have the service worker store files; return whether they are complete. */
async function requestStorage(command: ServiceWorkerCommand): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<StorageResult>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<StorageResult>) => resolve(data);
  });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(command, [port2]);
  return (await answer).whole;
}

/** Hold the lock while this page is in use. */
function holdLockInUse(): void {
  $effect.root(() => {
    $effect(() => {
      if (!BUSY_PAGES.includes(route.page)) return;
      let releaseLock = (): void => undefined;
      const pageLeft = new Promise<void>((resolve) => (releaseLock = resolve));
      void navigator.locks.request(IN_USE_LOCK, { mode: "shared" }, () => pageLeft);
      return () => releaseLock();
    });
  });
}

/** Resolves when a page has loaded the engine: storing files earlier would download them twice. Gives up after
 * ENGINE_MS, unless the engine is loaded on demand only. */
function waitForEngine(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const finish = (): void => {
      channel.close();
      resolve();
    };
    channel.onmessage = ({ data }: MessageEvent<FromHost | FromPage>) => ("begun" in data || "to" in data) && finish();
    if (!SAVES_DATA) setTimeout(finish, MAX_ENGINE_WAIT_MS);
  });
}

export const version = new SiteVersion();
