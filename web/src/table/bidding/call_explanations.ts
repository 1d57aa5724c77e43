// Explanations of calls as displayed: a few words next to a call, and sentences under it.
import type { CallExplanation } from "../../client/protocol";
import type { Speech } from "../../language/speech";

export interface ExplanationText {
  brief: string;
  sentences: string[];
}

/** The maximum number of calls that have room for sentences under them. */
export const MAX_EXPLAINED_CALLS = 3;

/** Return an explanation as text. */
export function explanationText(
  speech: Pick<Speech, "reason">,
  { says: [brief, ...sentences] }: CallExplanation,
): ExplanationText {
  return { brief: brief ? speech.reason(brief) : "", sentences: sentences.map((sentence) => speech.reason(sentence)) };
}

/** Return the explanation of a call; null if it has none. */
export function explainCall(
  speech: Pick<Speech, "reason">,
  explanations: readonly CallExplanation[],
  call: number,
): ExplanationText | null {
  const explanation = explanations.find(({ calls }) => calls.includes(call));
  return explanation ? explanationText(speech, explanation) : null;
}

/** Return whether each of these calls can be shown as a card with its explanation. */
export const areAllExplained = (explanations: readonly CallExplanation[], calls: readonly number[]): boolean =>
  calls.length <= MAX_EXPLAINED_CALLS &&
  calls.length > 0 &&
  calls.every((call) => explanations.some((meaning) => meaning.calls.includes(call)));
