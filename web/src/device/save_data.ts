// Whether the user asks to save data; if so, the engine (some megabytes) is loaded only on demand.

const { connection } = (globalThis.navigator ?? {}) as { connection?: { saveData?: boolean } };
/** True if the browser reports it; Firefox and WebKit lack this API. */
export const SAVES_DATA = connection?.saveData === true;
