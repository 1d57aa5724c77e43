// What a site loads once its page has been drawn. A server's pages load it below /here alone (here/begin.ts).
export const LOADS =
  import.meta.env.MODE === "site"
    ? {
        engine: () => import("./engine_notice"),
        newer: () => import("./NewerVersion.svelte"),
        slow: () => import("./SlowDevice.svelte"),
        version: () => import("./version.svelte"),
      }
    : null;
