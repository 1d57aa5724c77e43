// In-memory storage for tests of what a browser stores.
import { vi } from "vitest";

/** Give the code under test an empty `localStorage`. */
export const stubLocalStorage = (): void => stubStorage("localStorage");

/** Give the code under test an empty `sessionStorage`. */
export const stubSessionStorage = (): void => stubStorage("sessionStorage");

function stubStorage(name: "localStorage" | "sessionStorage"): void {
  const texts = new Map<string, string>();
  vi.stubGlobal(name, {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  });
}
