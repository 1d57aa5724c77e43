// The name that somebody gave last on this device: it stands in the question already.
const KEY = "prikup-name";

export function rememberedName(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export function rememberName(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Then it is asked anew.
  }
}
