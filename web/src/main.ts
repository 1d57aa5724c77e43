import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/skeleton.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { words } from "./language/language.svelte";
import { settings } from "./settings/settings.svelte";

/** Before the first words are loaded no language can be spoken: the page brings a sentence of its own in each. */
function unloaded(error: unknown): void {
  document.getElementById("unloaded")?.removeAttribute("hidden");
  console.error(error);
}

const target = document.getElementById("app");
if (target) words.speak(settings.lang).then(() => mount(App, { target }), unloaded);
