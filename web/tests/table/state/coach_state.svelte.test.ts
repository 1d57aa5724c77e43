// The browser remembers, by table, which of the coach's remarks have been read.
import { beforeEach, describe, expect, it } from "vitest";
import { CoachState } from "../../../src/table/state/coach_state.svelte";
import type { Coaching, Remark } from "../../../src/client/protocol";
import { update } from "../../messages";

const remark = (number: number, kind: Remark["kind"] = "plan"): Remark => ({
  number,
  say: [{ key: `${kind}-${number}`, numbers: {} }],
  points: "",
  kind,
});
const said = (changes: Partial<Coaching>): Coaching => ({ of: 3, remarks: [], answer: [52], things: [], ...changes });
const at = (changes: Partial<Coaching>) => update(1, { coach: said(changes) });

describe("a coach", () => {
  beforeEach(() => localStorage.clear());

  it("says one remark after the other, and after a reload goes on there", () => {
    const two = at({ remarks: [remark(1), remark(2)] });
    const coach = new CoachState("x");
    expect(coach.markFor(two)).toMatchObject({ remark: { number: 1 }, hasMore: true });
    coach.read(remark(1));
    expect(coach.markFor(two)).toMatchObject({ remark: { number: 2 }, hasMore: false });
    expect(new CoachState("x").markFor(two)).toMatchObject({ remark: { number: 2 }, hasMore: false });
    expect(new CoachState("y").markFor(two)).toMatchObject({ remark: { number: 1 } });
  });

  it("says the last remark again where an answer was taken back", () => {
    const coach = new CoachState("x");
    coach.read(remark(2));
    expect(coach.markFor(at({ remarks: [remark(1)] }))).toMatchObject({ remark: { number: 1 }, hasMore: false });
  });

  it("says of an answer that differs until the player goes on, and then what fits the next question", () => {
    const coach = new CoachState("x");
    const differs = remark(2, "otherwise");
    const next = at({ remarks: [differs, remark(3, "general")] });
    expect(coach.markFor(at({ remarks: [differs], answer: [] }))).toMatchObject({
      remark: { kind: "otherwise" },
      hasMore: true,
    });
    expect(coach.markFor(next)).toMatchObject({ remark: { kind: "otherwise" }, hasMore: true });
    coach.read(differs);
    expect(coach.markFor(at({ remarks: [differs], answer: [] }))).toBeNull();
    expect(coach.markFor(next)).toMatchObject({ remark: { kind: "general" }, hasMore: false });
    expect(coach.markFor(at({ remarks: [remark(3, "otherwise")] }))).toMatchObject({ remark: { number: 3 } });
  });

  it("says once more that an answer differs, if it was taken back and given again", () => {
    const coach = new CoachState("x");
    const differs = remark(2, "otherwise");
    coach.read(differs);
    coach.forget();
    expect(coach.markFor(at({ remarks: [differs] }))).toMatchObject({ remark: { kind: "otherwise" } });
  });

  it("asks before it is left, and is called back", () => {
    const coach = new CoachState("x");
    coach.leaving = true;
    expect(coach.markFor(at({}))).not.toBeNull();
    coach.leave();
    expect(coach.leaving).toBe(false);
    expect(coach.markFor(at({}))).toBeNull();
    expect(new CoachState("x").isDismissed).toBe(true);
    coach.toggle();
    expect(coach.markFor(at({}))).not.toBeNull();
  });

  it("has nothing to say at an ordinary table", () => {
    expect(new CoachState("x").markFor(update(1))).toBeNull();
  });
});
