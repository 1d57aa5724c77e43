// Start this device as a host of tables, with the engine notice shown over every page.
import { begin } from "./engine_notice";
import { Device } from "./device";

export const device = new Device();
begin(device);
