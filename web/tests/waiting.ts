// Waiting for conditions in tests.
import { vi } from "vitest";

/** Milliseconds after which a wait ends: vi.waitFor gives up after one second, too early on a busy machine. */
const PATIENCE_MS = 60_000;

/** Wait until `check` throws nothing. Fake timers advance by 50 milliseconds with each attempt. */
export const untilPasses = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: PATIENCE_MS });
