// Whether the server that has sent this page can be reached, as far as the page knows.

class Reach {
  /** There is no network, or the last request had no answer. */
  lost = $state(globalThis.navigator?.onLine === false);

  constructor() {
    globalThis.addEventListener?.("offline", () => (this.lost = true));
    globalThis.addEventListener?.("online", () => (this.lost = false));
  }
}

export const reach = new Reach();
