// Parts of a page that are loaded when first shown, or when nothing else is loading.

/** Return a loader that stores its component once loaded: it is then drawn at once, without moving the content around
 * it. */
export function lazyPart<Loaded>(load: () => Promise<{ default: Loaded }>) {
  const loadOnce = async (): Promise<{ default: Loaded }> => {
    const module = await load();
    loadOnce.loadedComponent = module.default;
    return module;
  };
  loadOnce.loadedComponent = undefined as Loaded | undefined;
  return loadOnce;
}

/** Milliseconds of idle time before a page's other parts are loaded. */
export const IDLE_MS = 3000;

/** Load some parts once the page has been drawn; return a function that cancels it. */
export function preloadParts(parts: readonly (() => Promise<unknown>)[]): () => void {
  const loadAll = () => parts.forEach((part) => void part().catch(() => undefined));
  const timer = setTimeout(loadAll, IDLE_MS);
  return () => clearTimeout(timer);
}
