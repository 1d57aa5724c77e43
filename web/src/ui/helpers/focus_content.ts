/** Move the focus to the page's content if the focused element is gone. */
export function focusContent(): void {
  const content = document.querySelector("main");
  if (!content || document.activeElement !== document.body) return;
  content.tabIndex = -1;
  content.focus();
}
