// The outlines that stand where a page is going to be (index.html), until it is drawn.
const outlines = (): HTMLElement | null => document.getElementById("skeleton");

/** Whatever is drawn takes the place of the outlines: `<main {@attach drawn}>`. */
export function drawn(): void {
  outlines()?.setAttribute("hidden", "");
}

/** Let the outlines of a page stand there, unless the server has written others into the document, which knows better. */
export const outlined = (page: string) => (): void => {
  const found = outlines();
  if (!found?.hidden) return;
  found.dataset.page = page;
  found.removeAttribute("hidden");
};
