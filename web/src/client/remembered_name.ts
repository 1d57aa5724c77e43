// The name last entered on this device, used to prefill the name question.
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
    // Without storage the name is asked for again.
  }
}
