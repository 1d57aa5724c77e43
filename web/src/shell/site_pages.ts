// The pages linked from every page, as paths below the root.
import { SITE } from "../client/transport";

/** The links shown in the header at every width that has room for links. */
export const FIRST = ["problems", "matches", "score"];
/** The links that move behind "More" on narrow screens. */
export const LATER = ["statistics", "analyse", "rules", ...(SITE ? [] : ["fair", "people", "ratings"])];
