// The transition of an element that fades in or out.
import type { TransitionConfig } from "svelte/transition";

const FADE = 80;

/** Fade an element in or out. */
export function fading(_?: Element): TransitionConfig {
  return { duration: FADE, css: (t) => `opacity: ${t}` };
}
