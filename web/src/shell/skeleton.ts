// The placeholder outlines (index.html) shown until a page is drawn.
const outlines = (): HTMLElement | null => document.getElementById("skeleton");

/** Hide the outlines when an element is drawn: `<main {@attach hideOutlines}>`. */
export function hideOutlines(): void {
  outlines()?.setAttribute("hidden", "");
}

/** Show the outlines of a page, unless the server's document already shows outlines of its own choice. */
export const showOutlines = (page: string) => (): void => {
  const outlineElement = outlines();
  if (!outlineElement?.hidden) return;
  outlineElement.dataset.page = page;
  outlineElement.removeAttribute("hidden");
};
