// Components for offline use, which a page loads after it has been drawn.
export const LOADS = {
  mark: () => import("./OfflineMark.svelte"),
  newer: () => import("./UpdateNotice.svelte"),
  slow: () => import("./SlowDeviceNotice.svelte"),
  version: () => import("./site_version.svelte"),
};
