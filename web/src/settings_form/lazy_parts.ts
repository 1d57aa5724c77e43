// The settings form, which is loaded when its dialog is first opened.
import { lazyPart } from "../ui/helpers/lazy_parts";

export const SETTINGS_FORM = lazyPart(() => import("./SettingsForm.svelte"));
