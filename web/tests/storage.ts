// In-memory storage for tests of what a browser stores.
import { vi } from "vitest";

/** Give the code under test an empty `localStorage`. */
export function stubLocalStorage(): void {
  const texts = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  });
}
