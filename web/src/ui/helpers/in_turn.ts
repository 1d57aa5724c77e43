/** Return a function that does what `action` does, after all earlier calls have ended: of two changes that the server
 * is asked for, the later one is made, and its result shown, last. */
export function inTurn<Arguments extends unknown[]>(
  action: (...values: Arguments) => Promise<void>,
): (...values: Arguments) => Promise<void> {
  let last = Promise.resolve();
  return (...values) => {
    const turn = last.then(() => action(...values));
    last = turn.catch(() => undefined);
    return turn;
  };
}
