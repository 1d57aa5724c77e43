/** Return a function that does what `action` does, but ignores a call while an earlier one with the same key still
 * runs: a double press sends one request. `keyOf` returns the key of a call; by default all calls have the same one. */
export function oneAtATime<Arguments extends unknown[]>(
  action: (...values: Arguments) => Promise<void>,
  keyOf: (...values: Arguments) => string = () => "",
): (...values: Arguments) => Promise<void> {
  const running = new Set<string>();
  return async (...values) => {
    const key = keyOf(...values);
    if (running.has(key)) return;
    running.add(key);
    try {
      await action(...values);
    } finally {
      running.delete(key);
    }
  };
}
