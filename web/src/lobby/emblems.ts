// The emblems that games provide in their folders.
const DRAWINGS = import.meta.glob<string>("../../../src/prikup/games/*/emblem.svg", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Return the emblem of a game as SVG, hidden from screen readers; "" if it has none. */
export function emblem(game: string): string {
  const drawing = DRAWINGS[`../../../src/prikup/games/${game.replaceAll("-", "_")}/emblem.svg`] ?? "";
  return drawing.replace("<svg ", '<svg class="game-emblem" aria-hidden="true" ');
}
