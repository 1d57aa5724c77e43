// The pages that every page leads to, by their paths below the root.
import { SITE } from "../client/host";

/** Those that stand in the header wherever there is room for any. */
export const FIRST = ["problems", "matches", "score"];
/** Those that are behind "More" where there is less room. */
export const LATER = ["statistics", "analyse", "rules", ...(SITE ? [] : ["fair"])];
