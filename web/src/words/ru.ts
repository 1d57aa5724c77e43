// All words of this language that the lobby needs: one chunk, loaded when the language is chosen.
import games from "virtual:games/ru";

const common = import.meta.glob<string>(["../../../src/prikup/{locale,table,server}/ru.ftl", "./ru.ftl"], {
  eager: true,
  query: "?raw",
  import: "default",
});

export default [games, ...Object.values(common)];
