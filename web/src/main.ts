import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/skeleton.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { setDevice } from "./client/transport";
import { localDevice } from "./device/local_device";
import { words } from "./language/language.svelte";
import { settings } from "./settings/settings.svelte";

/** Reveal the page's built-in error sentence (one per language): no messages could be loaded to show another. */
function showLoadError(error: unknown): void {
  document.getElementById("unloaded")?.removeAttribute("hidden");
  console.error(error);
}

setDevice(localDevice);

const target = document.getElementById("app");
if (target) words.switchTo(settings.lang).then(() => mount(App, { target }), showLoadError);
