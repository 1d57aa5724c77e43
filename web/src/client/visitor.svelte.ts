// The visitor of this page, who becomes a guest with the first thing they do.
import * as api from "./http_client";

/** Return a function that makes a single request at a time: all that ask meanwhile get the same answer. */
function single<T>(request: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= request().finally(() => (running = undefined)));
}

class Visitor {
  /** Undefined until the server has been asked, null for a visitor. */
  now: api.Me | null | undefined = $state.raw(undefined);
  readonly #asked = single(api.me);
  readonly #guest = single(() => api.guest());

  async ask(): Promise<api.Me | null> {
    const found = this.now ? null : await this.#asked();
    return (this.now ??= found);
  }

  /** Return who the visitor is; without a name they become a guest. */
  async known(): Promise<api.Me> {
    return (await this.ask()) ?? (this.now = await this.#guest());
  }
}

export const visitor = new Visitor();
