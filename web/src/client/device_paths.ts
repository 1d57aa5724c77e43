// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit.

/** The first path segments of requests that a device answers. */
export const DEVICE_PATHS: readonly string[] = [
  "analyse",
  "bootstrap",
  "deals",
  "imports",
  "matches",
  "me",
  "options",
  "problems",
  "score",
  "statistics",
  "tables",
];

/** Exceptions: paths of which only a server answers requests. */
export const SERVER_PATHS: readonly string[] = [
  "me/holidays",
  "me/links",
  "me/settings",
  "me/standing",
  "problems/progress",
];
