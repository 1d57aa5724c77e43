// What is read of a coach's remarks is remembered by table, in this browser.
import { beforeEach, describe, expect, it } from "vitest";
import { CoachState } from "../../src/coach/coach_state.svelte";
import type { Coached } from "../../src/client/protocol";
import { update } from "../messages";

const remark = (number: number) => ({ number, say: { key: `coach-${number}`, numbers: {} }, points: "" as const });
const said = (changes: Partial<Coached>): Coached => ({
  of: 3,
  remarks: [],
  answer: [52],
  did: null,
  otherwise: null,
  strayed: false,
  ...changes,
});
const at = (changes: Partial<Coached>) => update(1, { coach: said(changes) });

describe("a coach", () => {
  beforeEach(() => localStorage.clear());

  it("says one remark after the other, and after a reload goes on there", () => {
    const two = at({ remarks: [remark(1), remark(2)] });
    const coach = new CoachState("x");
    expect(coach.of(two)).toMatchObject({ remark: { number: 1 }, more: true });
    coach.read(remark(1));
    expect(coach.of(two)).toMatchObject({ remark: { number: 2 }, more: false });
    expect(new CoachState("x").of(two)).toMatchObject({ remark: { number: 2 }, more: false });
    expect(new CoachState("y").of(two)).toMatchObject({ remark: { number: 1 } });
  });

  it("says the last remark again where an answer was taken back", () => {
    const coach = new CoachState("x");
    coach.read(remark(2));
    expect(coach.of(at({ remarks: [remark(1)] }))).toMatchObject({ remark: { number: 1 }, more: false });
  });

  it("is silent of what was done otherwise once the player goes on alone, and speaks of the next such answer", () => {
    const coach = new CoachState("x");
    const strayed = said({ strayed: true, did: 53 });
    expect(coach.of(at(strayed))).not.toBeNull();
    coach.alone(strayed);
    expect(coach.of(at(strayed))).toBeNull();
    expect(coach.of(at({ strayed: true, did: 54 }))).not.toBeNull();
  });

  it("is left, and called back", () => {
    const coach = new CoachState("x");
    coach.leave();
    expect(coach.of(at({}))).toBeNull();
    expect(new CoachState("x").left).toBe(true);
    coach.toggle();
    expect(coach.of(at({}))).not.toBeNull();
  });

  it("has nothing to say at an ordinary table", () => {
    expect(new CoachState("x").of(update(1))).toBeNull();
  });
});
