import { expect, it } from "vitest";
import type { PushMessage } from "../../../src/client/api_types";
import { pathOfNotice, sentenceOf, type NoticeSentences } from "../../../src/device/offline/notice_sentences";

const SENTENCES: NoticeSentences = {
  lang: "en",
  kinds: { turn: "{game}: it is your turn.", invited: "{name} invites you to a table of {game}.", test: "A test." },
  games: { whist: "Whist" },
};

const message = (changed: Partial<PushMessage> = {}): PushMessage => ({
  kind: "invited",
  about: "kq3vx7ndwp",
  game: "whist",
  name: "Anna",
  until: 0,
  language: "en",
  ...changed,
});

it("a sentence names the game and the person", () => {
  expect(sentenceOf(message(), SENTENCES)).toBe("Anna invites you to a table of Whist.");
  expect(sentenceOf(message({ kind: "turn" }), SENTENCES)).toBe("Whist: it is your turn.");
  expect(sentenceOf(message({ kind: "test" }), SENTENCES)).toBe("A test.");
});

it("an unknown game is shown by its id, and placeholders in a name are not filled in", () => {
  expect(sentenceOf(message({ game: "bridge" }), SENTENCES)).toContain("bridge");
  expect(sentenceOf(message({ name: "$& {game}" }), SENTENCES)).toBe("$& {game} invites you to a table of Whist.");
});

it("the sentence is empty if none is stored for the kind of message", () => {
  expect(sentenceOf(message(), null)).toBe("");
  expect(sentenceOf(message({ kind: "seek" }), SENTENCES)).toBe("");
});

it("a message leads to its table, to the ratings, to its search, or to the lobby", () => {
  expect(pathOfNotice(message())).toBe("t/kq3vx7ndwp");
  expect(pathOfNotice(message({ about: "../api" }))).toBe("t/..%2Fapi");
  expect(pathOfNotice(message({ kind: "test", about: "" }))).toBe("");
  expect(pathOfNotice(message({ kind: "friend", about: "Anna" }))).toBe("people");
  expect(pathOfNotice(message({ kind: "voided" }))).toBe("ratings?game=whist");
  expect(pathOfNotice(message({ kind: "seek", about: "preferans-long" }))).toBe("?seek=preferans-long");
});
