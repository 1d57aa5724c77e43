// Whether whoever sits here asks to save data: the engine, some megabytes, is only loaded where it is asked for then.

const { connection } = (globalThis.navigator ?? {}) as { connection?: { saveData?: boolean } };
/** The browser says so where it knows; Firefox and WebKit know nothing of it. */
export const SPARED = connection?.saveData === true;
