// The name under which the search of this tab is stored; the rest of the search is loaded only if there is one.
export const SEARCH_KEY = "prikup-search";
