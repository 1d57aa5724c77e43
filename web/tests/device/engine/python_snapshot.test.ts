import { expect, it } from "vitest";
import { packMemory, unpackMemory } from "../../../src/device/engine/python_snapshot";

const PAGE = 4096;

function memory(length: number, ...nonzero: [at: number, value: number][]): Uint8Array {
  const bytes = new Uint8Array(length);
  for (const [at, value] of nonzero) bytes[at] = value;
  return bytes;
}

it("unpackMemory restores the memory that was packed", () => {
  const ends = 5 * PAGE - 16; // need not end at a page boundary
  for (const original of [
    memory(ends, [0, 1], [3 * PAGE - 1, 255], [ends - 1, 7]),
    memory(ends),
    memory(0),
    memory(PAGE, [9, 9]),
  ])
    expect(unpackMemory(packMemory(original).buffer)).toEqual(original);
});

it("packMemory stores only pages that are not empty", () => {
  const packed = packMemory(memory(100 * PAGE, [42 * PAGE, 1]));
  expect(packed.length).toBe(3 * 4 + PAGE);
});

it("unpackMemory throws if the data are incomplete", () => {
  const { buffer } = packMemory(memory(3 * PAGE, [0, 1], [2 * PAGE, 1]));
  expect(() => unpackMemory(buffer.slice(0, -1))).toThrow();
  expect(() => unpackMemory(new ArrayBuffer(3))).toThrow();
});
