import { expect, it } from "vitest";
import { filesOf } from "../../../src/device/engine/zip_archive";

/** Written by Python's `zipfile`: two uncompressed files. */
const WRITTEN =
  "UEsDBBQAAAgAAAAAIQDxhmx6AwAAAAMAAAAIAAAAYS/RjS50eHRvbmVQSwMEFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAUAAABlbXB0eVBL" +
  "AQIUAxQAAAgAAAAAIQDx" +
  "hmx6AwAAAAMAAAAIAAAAAAAAAAAAAACAAQAAAABhL9GNLnR4dFBLAQIUAxQAAAAAAAAAIQAAAAAAAAAAAAAAAAAFAAAAAAAAAAAAAACA" +
  "ASkAAABlbXB0eVBLBQYAAAAAAgACAGkAAABMAAAAAAA=";
const bytes = (text: string): ArrayBuffer => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;

it("the files of an archive are read by their paths", () => {
  const found = [...filesOf(bytes(WRITTEN))].map(([path, inside]) => [path, new TextDecoder().decode(inside)]);
  expect(found).toEqual([["a/э.txt", "one"], ["empty", ""]]);
});

it("nothing is copied, and nothing is read beyond the last file", () => {
  const archive = bytes(WRITTEN);
  for (const [, inside] of filesOf(archive)) expect(inside.buffer).toBe(archive);
  expect([...filesOf(new ArrayBuffer(0))]).toEqual([]);
  expect([...filesOf(new ArrayBuffer(64))]).toEqual([]);
});
