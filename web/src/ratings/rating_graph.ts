// The graph of a rating: its course and the interval around it, match by match.
import type { ProfileRating } from "../client/api_types";
import { roundStep } from "../review/value_graph";

type RatingPoint = ProfileRating["points"][number];

/** The lines of a graph, as SVG paths, and the rules behind them. */
export interface RatingLines {
  /** The rating after each match. */
  course: string;
  /** The area of the 95 % interval. */
  band: string;
  /** The position of the last rating. */
  end: { x: number; y: number };
  /** Round ratings, with their positions. */
  ticks: { rating: number; y: number }[];
}

/** Return the lines of a graph of this size in pixels; there is at least one point. */
export function ratingLines(points: readonly RatingPoint[], width: number, height: number): RatingLines {
  const low = Math.min(...points.map(([, rating, error]) => rating - error));
  const high = Math.max(...points.map(([, rating, error]) => rating + error));
  const step = roundStep(high - low);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(bottom + step, Math.ceil(high / step) * step);
  const x = (index: number): number => round(points.length > 1 ? (index * width) / (points.length - 1) : width);
  const y = (rating: number): number => round(((top - rating) * height) / (top - bottom));
  const line = (value: (point: RatingPoint) => number): string[] =>
    points.map((point, index) => `${x(index)} ${y(value(point))}`);
  const upper = line(([, rating, error]) => rating + error);
  const lower = line(([, rating, error]) => rating - error);
  const [, lastRating = 0] = points.at(-1) ?? [];
  return {
    course: `M${line(([, rating]) => rating).join("L")}`,
    band: `M${upper.join("L")}L${lower.reverse().join("L")}Z`,
    end: { x: x(points.length - 1), y: y(lastRating) },
    ticks: Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, n) => ({
      rating: bottom + n * step,
      y: y(bottom + n * step),
    })),
  };
}

const round = (number: number): number => Math.round(number * 10) / 10;
