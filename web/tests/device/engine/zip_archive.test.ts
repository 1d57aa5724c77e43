import { expect, it } from "vitest";
import { filesInArchive } from "../../../src/device/engine/zip_archive";

/** Written by Python's `zipfile`: two uncompressed files. */
const WRITTEN =
  "UEsDBBQAAAgAAAAAIQDxhmx6AwAAAAMAAAAIAAAAYS/RjS50eHRvbmVQSwMEFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAUAAABlbXB0eVBL" +
  "AQIUAxQAAAgAAAAAIQDx" +
  "hmx6AwAAAAMAAAAIAAAAAAAAAAAAAACAAQAAAABhL9GNLnR4dFBLAQIUAxQAAAAAAAAAIQAAAAAAAAAAAAAAAAAFAAAAAAAAAAAAAACA" +
  "ASkAAABlbXB0eVBLBQYAAAAAAgACAGkAAABMAAAAAAA=";
const bytes = (text: string): ArrayBuffer => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;

it("filesInArchive returns the files of an archive with their paths", () => {
  const files = [...filesInArchive(bytes(WRITTEN))].map(([path, content]) => [path, new TextDecoder().decode(content)]);
  expect(files).toEqual([["a/э.txt", "one"], ["empty", ""]]);
});

it("filesInArchive copies no data, and returns no files from an empty buffer", () => {
  const archive = bytes(WRITTEN);
  for (const [, content] of filesInArchive(archive)) expect(content.buffer).toBe(archive);
  expect([...filesInArchive(new ArrayBuffer(0))]).toEqual([]);
  expect([...filesInArchive(new ArrayBuffer(64))]).toEqual([]);
});
