// What a site loads once its page has been drawn. A server's client has nothing of it, not even the files.
export const LOADS =
  import.meta.env.MODE === "site"
    ? {
        engine: () => import("./engine_notice"),
        kept: () => import("./KeptHere.svelte"),
        newer: () => import("./NewerVersion.svelte"),
        version: () => import("./version.svelte"),
      }
    : null;
