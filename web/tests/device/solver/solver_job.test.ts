import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { Job } from "../../../src/device/solver/solver_job";
import type { KernelAnswer } from "../../../src/device/solver/solver_kernel";

const questions = (count: number): Uint8Array[] => Array.from({ length: count }, (_, at) => Uint8Array.of(at, 0, 0, 0));
const doubled = (question: Uint8Array): KernelAnswer => Uint8Array.of(2 * question[0]!, 0, 0, 0, 7, 0, 0, 0);
const nothing = (): void => undefined;

describe("a solver job", () => {
  it("can be done by one worker alone", () => {
    const job = new Job(questions(5));
    job.work(doubled);
    expect(job.isTaken).toBe(true);
    expect([0, 1, 2, 3, 4].map((at) => job.awaitAnswer(at, nothing))).toEqual(questions(5).map(doubled));
  });

  it("is shared by all workers with its memory, and each question is taken once", () => {
    const job = new Job(questions(6));
    const other = new Job(questions(6), job.memory);
    const taken: number[] = [];
    job.work((question) => {
      taken.push(question[0]!);
      if (question[0] === 2) {
        other.work((later) => {
          taken.push(later[0]!);
          return doubled(later);
        });
      }
      return doubled(question);
    });
    expect(taken).toEqual([0, 1, 2, 3, 4, 5]);
    expect(questions(6).map((_, at) => job.awaitAnswer(at, nothing))).toEqual(questions(6).map(doubled));
  });

  it("returns a refusal as the answer", () => {
    const job = new Job(questions(1));
    job.work(() => -1);
    expect(job.awaitAnswer(0, nothing)).toBe(-1);
  });

  it("ends for all workers that share it", () => {
    const job = new Job(questions(1));
    const other = new Job(questions(1), job.memory);
    expect(other.isOver).toBe(false);
    job.end();
    expect(other.isOver).toBe(true);
  });

  it("waits for an answer from another thread, and checks the time meanwhile", async () => {
    const job = new Job(questions(1));
    new Job(questions(1), job.memory).work(() => new Uint8Array(4 * 1000)); // taken, too large for the buffer
    const looked = new Int32Array(new SharedArrayBuffer(4)); // how often the waiting side has read the clock
    const code = `const { workerData } = require("node:worker_threads");
      const words = new Int32Array(workerData.memory);
      Atomics.wait(workerData.looked, 0, 0);
      words[3] = 9; Atomics.store(words, 2, 1); Atomics.notify(words, 2);`;
    const thread = new Worker(code, { eval: true, workerData: { memory: job.memory, looked } });
    const look = (): void => {
      Atomics.add(looked, 0, 1);
      Atomics.notify(looked, 0);
    };
    expect(job.awaitAnswer(0, look, 60_000)).toEqual(Uint8Array.of(9, 0, 0, 0));
    expect(looked[0]).toBeGreaterThan(0);
    await thread.terminate();
  });

  it("stops waiting for an answer after the time limit", () => {
    const job = new Job(questions(1));
    new Job(questions(1), job.memory).work(() => new Uint8Array(4 * 1000));
    expect(job.awaitAnswer(0, nothing, 20)).toBeUndefined();
  });
});
