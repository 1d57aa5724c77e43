import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { words } from "./language/language.svelte";
import { settings } from "./ui/settings.svelte";

const target = document.getElementById("app");
if (target) void words.speak(settings.lang).then(() => mount(App, { target }));
