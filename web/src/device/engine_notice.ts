// Mount the engine notice over the current page.
import { mount } from "svelte";
import type { Device } from "./device";
import EngineNotice from "./EngineNotice.svelte";

export const begin = (device: Device): void => void mount(EngineNotice, { target: document.body, props: { device } });
