// The match of a link with which another phone shares it.
import { sharedSteps, type StoredSharedMatch } from "../../client/shared_score_client";
import { fileHead, loadMatches, newId, type SavedMatch } from "../saved_matches";

/** Return the match of a link, to watch or to edit it. One that is stored here already keeps its steps, of which some
 * may not have reached the server; the page that opens it compares them with those of the others. */
export async function joinedMatch({ id, key }: StoredSharedMatch): Promise<SavedMatch> {
  for (const match of loadMatches())
    if (match.shared?.id === id) return { ...match, shared: { ...match.shared, key: key || match.shared.key } };
  const { head, steps } = await sharedSteps(id);
  return { format: 1, id: newId(), head: fileHead(head), steps, task: null, shared: { id, key } };
}
