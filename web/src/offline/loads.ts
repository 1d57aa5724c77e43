// What a page loads once it has been drawn, for its life without a network.
export const LOADS = {
  mark: () => import("./OfflineMark.svelte"),
  newer: () => import("./NewerVersion.svelte"),
  slow: () => import("./SlowDevice.svelte"),
  version: () => import("./version.svelte"),
};
