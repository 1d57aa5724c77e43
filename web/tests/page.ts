// A test environment with the few browser APIs that the client's libraries use.
import type { Environment } from "vitest/runtime";

const page = (): Record<string, unknown> => {
  const stored = new Map<string, string>();
  const target = new EventTarget();
  return {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      clear: () => stored.clear(),
    },
    location: { protocol: "http:", host: "table.test", pathname: "/", origin: "http://table.test" },
    history: { pushState: (_: unknown, __: string, path: string) => Object.assign(location, { pathname: path }) },
    document: { hidden: false, documentElement: { dataset: {} } },
    navigator: { languages: ["xx", "ru-RU", "en"] },
    matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    scrollTo: () => undefined,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
  };
};

export default {
  name: "page",
  viteEnvironment: "client",
  setup(global: Record<string, unknown>) {
    for (const [name, value] of Object.entries({ ...page(), window: global }))
      Object.defineProperty(global, name, { value, configurable: true, writable: true });
    return { teardown: () => undefined };
  },
} satisfies Environment;
