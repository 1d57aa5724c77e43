// The letters that a page is drawn with.

/** How long a page waits for its letters, in milliseconds: it comes without them rather than late. */
const PATIENCE = 500;

/** Wait until a text of the page's language can be written as it is meant to be: letters that come after it move the page. */
export function lettered(text: string): Promise<unknown> {
  const loaded = document.fonts.load("15px 'Noto Sans'", text).catch(() => undefined);
  return Promise.race([loaded, new Promise((passed) => setTimeout(passed, PATIENCE))]);
}
