// Components for offline use, which a page loads after it has been drawn.
export const LOADS = {
  mark: () => import("./offline/OfflineMark.svelte"),
  newer: () => import("./offline/UpdateNotice.svelte"),
  slow: () => import("./SlowDeviceNotice.svelte"),
  version: () => import("./offline/site_version.svelte"),
};
