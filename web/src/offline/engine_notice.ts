// What is said of the engine, over whatever page stands there.
import { mount } from "svelte";
import EngineNotice from "./EngineNotice.svelte";

export const begin = (): void => void mount(EngineNotice, { target: document.body });
