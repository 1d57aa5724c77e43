// HTML snippets for embedding a board in another site.
import { ROOT } from "../address/root";

/** The heights of a position, and of a deal with its step controls, in pixels. */
export const POSITION = 384;
export const DEAL = 640;

/** Return the HTML that embeds a board. */
export const embedHtml = (place: string, height: number): string =>
  `<iframe src="${location.origin}${ROOT}embed#${place}" width="560" height="${height}" ` +
  `style="border:0;max-width:100%" title="prikup"></iframe>`;
