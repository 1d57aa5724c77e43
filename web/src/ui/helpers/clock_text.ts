/** Return a time in milliseconds as minutes and seconds, rounded up to a full second: `0:41`. */
export function clockText(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
