import { expect, it } from "vitest";
import { packMemory, unpackMemory } from "../../../src/device/engine/python_snapshot";

const PAGE = 4096;

function memory(length: number, ...set: [at: number, value: number][]): Uint8Array {
  const made = new Uint8Array(length);
  for (const [at, value] of set) made[at] = value;
  return made;
}

it("a memory is unpacked as it was packed", () => {
  const ends = 5 * PAGE - 16; // need not end at a page boundary
  for (const one of [
    memory(ends, [0, 1], [3 * PAGE - 1, 255], [ends - 1, 7]),
    memory(ends),
    memory(0),
    memory(PAGE, [9, 9]),
  ])
    expect(unpackMemory(packMemory(one).buffer)).toEqual(one);
});

it("empty pages take no room", () => {
  const found = packMemory(memory(100 * PAGE, [42 * PAGE, 1]));
  expect(found.length).toBe(3 * 4 + PAGE);
});

it("what is not whole is not unpacked", () => {
  const { buffer } = packMemory(memory(3 * PAGE, [0, 1], [2 * PAGE, 1]));
  expect(() => unpackMemory(buffer.slice(0, -1))).toThrow();
  expect(() => unpackMemory(new ArrayBuffer(3))).toThrow();
});
