// The browser saves, for each table, which of the coach's remarks the player has read.
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
const updateWith = (changes: Partial<Coaching>) =>
  update(1, { coach: { of: 3, remarks: [], answer: [52], things: [], ...changes } });

describe("the coach", () => {
  beforeEach(() => localStorage.clear());

  it("shows one remark after another, and continues with the first unread one after a reload", () => {
    const twoRemarks = updateWith({ remarks: [remark(1), remark(2)] });
    const coach = new CoachState("x");
    expect(coach.coachingFor(twoRemarks)).toMatchObject({ remark: { number: 1 }, hasMore: true });
    coach.markRead(remark(1));
    expect(coach.coachingFor(twoRemarks)).toMatchObject({ remark: { number: 2 }, hasMore: false });
    expect(new CoachState("x").coachingFor(twoRemarks)).toMatchObject({ remark: { number: 2 }, hasMore: false });
    expect(new CoachState("y").coachingFor(twoRemarks)).toMatchObject({ remark: { number: 1 } });
  });

  it("shows the last remark again after an undo, although a later one has been read", () => {
    const coach = new CoachState("x");
    coach.markRead(remark(2));
    const afterUndo = updateWith({ remarks: [remark(1)] });
    expect(coach.coachingFor(afterUndo)).toMatchObject({ remark: { number: 1 }, hasMore: false });
  });

  it("shows a remark on a deviating answer until it has been read, then the one for the next prompt", () => {
    const coach = new CoachState("x");
    const deviation = remark(2, "otherwise");
    const nextPrompt = updateWith({ remarks: [deviation, remark(3, "general")] });
    expect(coach.coachingFor(updateWith({ remarks: [deviation], answer: [] }))).toMatchObject({
      remark: { kind: "otherwise" },
      hasMore: true,
    });
    expect(coach.coachingFor(nextPrompt)).toMatchObject({ remark: { kind: "otherwise" }, hasMore: true });
    coach.markRead(deviation);
    expect(coach.coachingFor(updateWith({ remarks: [deviation], answer: [] }))).toBeNull();
    expect(coach.coachingFor(nextPrompt)).toMatchObject({ remark: { kind: "general" }, hasMore: false });
    expect(coach.coachingFor(updateWith({ remarks: [remark(3, "otherwise")] }))).toMatchObject({
      remark: { number: 3 },
    });
  });

  it("repeats the remark on a deviating answer if the answer was taken back and given again", () => {
    const coach = new CoachState("x");
    const deviation = remark(2, "otherwise");
    coach.markRead(deviation);
    coach.forgetDeviation();
    expect(coach.coachingFor(updateWith({ remarks: [deviation] }))).toMatchObject({ remark: { kind: "otherwise" } });
  });

  it("stays until the player confirms its dismissal, saves that, and comes back on request", () => {
    const coach = new CoachState("x");
    coach.isConfirmingDismissal = true;
    expect(coach.coachingFor(updateWith({}))).not.toBeNull();
    coach.dismiss();
    expect(coach.isConfirmingDismissal).toBe(false);
    expect(coach.coachingFor(updateWith({}))).toBeNull();
    expect(new CoachState("x").isDismissed).toBe(true);
    coach.toggle();
    expect(coach.coachingFor(updateWith({}))).not.toBeNull();
  });

  it("shows nothing at a table without coaching", () => {
    expect(new CoachState("x").coachingFor(update(1))).toBeNull();
  });
});
