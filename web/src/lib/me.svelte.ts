// Who one is. A visitor becomes a guest when he first does something.
import * as api from "./api";

class Person {
  /** Undefined until the server has been asked, null for a visitor. */
  now: api.Me | null | undefined = $state.raw(undefined);

  async ask(): Promise<api.Me | null> {
    this.now ??= await api.me();
    return this.now;
  }

  /** Whoever one is; a visitor becomes a guest. */
  async known(): Promise<api.Me> {
    return (await this.ask()) ?? (this.now = await api.guest());
  }
}

export const person = new Person();
