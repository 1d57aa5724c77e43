// This device as a host of tables, with what is said of it over every page.
import { begin } from "../offline/engine_notice";
import { Device } from "./device";

export const device = new Device();
begin(device);
