import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeFile } from "../../src/client/file_text";

interface Case {
  name: string;
  hex: string;
  text: string;
  assumed: string;
}
const CASES = JSON.parse(readFileSync("tests/file_texts.json", "utf-8")) as Case[];

test("decodeFile gives each sample file the same text and assumed encoding as the Python decoder", () => {
  const decoded = CASES.map(({ name, hex }) => ({
    name,
    ...decodeFile(Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16))),
  }));
  expect(decoded).toEqual(CASES.map(({ name, text, assumed }) => ({ name, text, assumedEncoding: assumed })));
});
