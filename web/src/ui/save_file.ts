// Files that a page makes itself.

/** Let the browser save what a page has made. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
