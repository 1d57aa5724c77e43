// The sentences of push messages. A page gives them to the service worker when the visitor allows messages, so that the
// service worker needs no message files: the server sends only what a message is about. A page may import only types
// from this file, because a service worker cannot share code with pages.
import type { PushMessage } from "../../client/api_types";

export type NoticeKind = PushMessage["kind"];

export interface NoticeSentences {
  lang: string;
  /** The sentence of each kind, with `{game}` and `{name}` in place of the game and the person. */
  kinds: Readonly<Partial<Record<NoticeKind, string>>>;
  /** The titles of the games. */
  games: Readonly<Record<string, string>>;
}

/** The cache that has the sentences, and the address at which it has them, relative to the site's folder. */
export const SENTENCES_CACHE = "notice-sentences";
export const SENTENCES_PATH = "notice-sentences.json";

/** Return the sentence of a message; "" if there is none, because the page stored no sentences or knows no such
 * kind. */
export function sentenceOf(message: PushMessage, sentences: NoticeSentences | null): string {
  const sentence = sentences?.kinds[message.kind] ?? "";
  const game = sentences?.games[message.game] ?? message.game;
  return sentence.replaceAll("{game}", () => game).replaceAll("{name}", () => message.name);
}

/** Return the page that a message leads to, relative to the site's folder. */
export function pathOfNotice({ kind, about, game }: PushMessage): string {
  if (!about) return "";
  if (kind === "friend") return "people";
  if (kind === "seek") return `?seek=${encodeURIComponent(about)}`;
  if (kind === "voided") return `ratings?game=${encodeURIComponent(game)}`;
  return kind === "turn" || kind === "invited" || kind === "found" ? `t/${encodeURIComponent(about)}` : "";
}

/** Store the sentences in this browser. */
export async function storeSentences(root: string, sentences: NoticeSentences): Promise<void> {
  await (await caches.open(SENTENCES_CACHE)).put(root + SENTENCES_PATH, Response.json(sentences));
}

/** Return the stored sentences; null if there are none. */
export async function storedSentences(root: string): Promise<NoticeSentences | null> {
  const stored = await (await caches.open(SENTENCES_CACHE)).match(root + SENTENCES_PATH);
  return stored ? ((await stored.json()) as NoticeSentences) : null;
}
