// Whether the server that sent this page is reachable, as far as the page knows.

class Reach {
  /** The browser is offline, or the last request had no response. */
  isLost = $state(globalThis.navigator?.onLine === false);

  constructor() {
    globalThis.addEventListener?.("offline", () => (this.isLost = true));
    globalThis.addEventListener?.("online", () => (this.isLost = false));
  }
}

export const reach = new Reach();
