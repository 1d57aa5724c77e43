// Wait for the page's fonts.

/** Milliseconds to wait for fonts; after that the page is drawn without them. */
const TIMEOUT_MS = 500;

/** Wait until the fonts of a text are loaded, or TIMEOUT_MS have passed: fonts that arrive later shift the layout. */
export function waitForFonts(text: string): Promise<unknown> {
  const fontsReady = document.fonts.load("15px 'Noto Sans'", text).catch(() => undefined);
  return Promise.race([fontsReady, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}
