// The friend code of a link that was opened in this tab. It is stored until the request is sent, because the user may
// have to make an account first.
const KEY = "prikup-friend-code";

/** Return the code in the hash of an address, and store it; without one return the stored code, or "". */
export function linkedCode(hash: string): string {
  const code = /^#code=([a-z0-9]+)$/.exec(hash)?.[1];
  try {
    if (code) sessionStorage.setItem(KEY, code);
    return code ?? sessionStorage.getItem(KEY) ?? "";
  } catch {
    return code ?? ""; // without storage the link has to be opened again
  }
}

/** Delete the stored code. */
export function forgetLinkedCode(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is none.
  }
}
