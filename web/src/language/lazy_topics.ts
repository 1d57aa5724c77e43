// Topics: messages used on some pages only, which are loaded with these pages (see language_files.ts).

const TOPICS: Readonly<Record<string, readonly string[]>> = {
  account: ["account", "closed"],
  away: ["mail"],
  fair: ["fair", "table", "waiting"],
  people: ["people"],
  problems: ["problems"],
  ratings: ["ratings", "profile"],
  rules: ["rules"],
  score: ["score"],
  statistics: ["statistics", "matches"],
  study: ["match", "deal", "find", "shared", "analyse", "embed"],
};

/** Return the topic of a page, if it has one. */
export const topicOf = (page: string): string | undefined =>
  Object.keys(TOPICS).find((topic) => TOPICS[topic]?.includes(page));
