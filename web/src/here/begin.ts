// This device hosts the tables of a page that a server has sent, and keeps what that takes.
import { hostedBy } from "../client/host";
import { begin } from "../offline/engine_notice";
import { version } from "../offline/version.svelte";
import { Device } from "./device";

hostedBy(new Device());
begin();
void version.begin();
