// Components for offline use, which a page loads after it has been drawn.
export const LOADS = {
  mark: () => import("./OfflineMark.svelte"),
  newer: () => import("./NewerVersion.svelte"),
  slow: () => import("./SlowDevice.svelte"),
  version: () => import("./version.svelte"),
};
