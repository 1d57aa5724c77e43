// The search for players, and what a page shows of it.
export { lastTableText } from "./last_table";
export { search } from "./search.svelte";
export { searchForm } from "./search_form.svelte";
export { default as SearchBar } from "./SearchBar.svelte";
export { default as SearchForm } from "./SearchForm.svelte";
