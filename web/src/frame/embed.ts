// How a board comes into the pages of others.
import { ROOT } from "../client/root";

/** The heights of a position, and of a deal with the ways through it, in pixels. */
export const POSITION = 384;
export const DEAL = 640;

/** Return the HTML that shows a board there. */
export const embedded = (place: string, height: number): string =>
  `<iframe src="${location.origin}${ROOT}embed#${place}" width="560" height="${height}" style="border:0;max-width:100%" title="prikup"></iframe>`;
