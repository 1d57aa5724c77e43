// The placeholder outlines (index.html) shown until a page is drawn.
const outlines = (): HTMLElement | null => document.getElementById("skeleton");

/** Hide the outlines when an element is drawn: `<main {@attach drawn}>`. */
export function drawn(): void {
  outlines()?.setAttribute("hidden", "");
}

/** Show the outlines of a page, unless the server's document already shows outlines of its own choice. */
export const outlined = (page: string) => (): void => {
  const found = outlines();
  if (!found?.hidden) return;
  found.dataset.page = page;
  found.removeAttribute("hidden");
};
