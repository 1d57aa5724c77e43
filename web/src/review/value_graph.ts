// The graph of a deal's value, step by step.
import type { DecisionRecord, ReviewRecord } from "../client/api_types";
import { choiceMade } from "./choices";

/** A value that applies from a step on. */
export interface GraphPoint {
  at: number;
  points: number;
}

/** Return the double-dummy value of the deal for a side, as far as it is solved. */
export const doubleDummyMarks = (course: ReviewRecord["course"], side: number): GraphPoint[] =>
  course.flatMap(({ at, points }) => (points[side] === undefined ? [] : [{ at, points: points[side] }]));

/** Return the single-dummy value of the decisions of some seats. */
export function singleDummyMarks(decisions: readonly DecisionRecord[], seats: readonly number[]): GraphPoint[] {
  const ownDecisions = decisions
    .filter(({ seat }) => seats.includes(seat))
    .sort((first, second) => first.at - second.at);
  return ownDecisions.flatMap((decision) => {
    const choice = choiceMade(decision);
    return choice ? [{ at: decision.at, points: choice.points }] : [];
  });
}

/** The mapping of steps and values to positions in a box, in its units. */
export interface Scale {
  x: (at: number) => number;
  y: (points: number) => number;
  /** Round values within the box, for labels next to it. */
  ticks: number[];
}

/** Return the scale of a box of this size for some values over a number of steps. Zero is always within it. */
export function scaleOf(marks: readonly GraphPoint[], steps: number, width: number, height: number): Scale {
  const values = [0, ...marks.map(({ points }) => points)];
  const step = roundStep(Math.max(...values) - Math.min(...values));
  const low = Math.floor(Math.min(...values) / step) * step;
  const high = Math.max(low + step, Math.ceil(Math.max(...values) / step) * step);
  const count = Math.round((high - low) / step);
  return {
    x: (at) => (at * width) / Math.max(1, steps),
    y: (points) => ((high - points) * height) / (high - low),
    ticks: Array.from({ length: count + 1 }, (_, n) => low + n * step),
  };
}

/** Return a round step of which three or four fill a range. */
export function roundStep(span: number): number {
  const rough = Math.max(span, 1) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}

/** Return the SVG path of values that each apply until the next, up to the last step. */
export function stepPath(marks: readonly GraphPoint[], steps: number, { x, y }: Scale): string {
  const [first, ...rest] = marks;
  if (!first) return "";
  const moves = rest.map(({ at, points }) => `H${round(x(at))}V${round(y(points))}`);
  return `M${round(x(first.at))} ${round(y(first.points))}${moves.join("")}H${round(x(steps))}`;
}

const round = (number: number): number => Math.round(number * 10) / 10;
