// The data stored on this device, for every page. The code of its host is loaded on first use.
import type { LocalDevice } from "../client/transport";
import { hasTable, hasUnfinishedTable } from "./row_store";

export const localDevice: LocalDevice = {
  hasTable,
  hasUnfinishedTable,
  isEngineStored: async () => (await import("./engine/stored_engine")).isEngineStored(),
  start: async () => (await import("./start")).device,
};
