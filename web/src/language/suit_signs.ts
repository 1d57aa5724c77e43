// The suit symbols as SVG paths in a box of 24 × 24, by suit: spades, clubs, diamonds, hearts.
export const SIGNS = "♠♣♦♥";

export const PIPS: readonly string[] = [
  "M12 1.2C14.6 5.6 22 9.4 22 15a4.9 4.9 0 0 1-8.6 3.2c.2 2 1 3.6 2.4 4.6H8.2c1.4-1 2.2-2.6 2.4-4.6" +
    "A4.9 4.9 0 0 1 2 15C2 9.4 9.4 5.6 12 1.2Z",
  "M12 1.4a4.9 4.9 0 0 1 3.4 8.4A4.9 4.9 0 1 1 13.4 17.4c.2 2.4 1 4.2 2.5 5.4H8.1c1.5-1.2 2.3-3 2.5-5.4" +
    "A4.9 4.9 0 1 1 8.6 9.8 4.9 4.9 0 0 1 12 1.4Z",
  "M12 .8C14 4.9 17 9 20.6 12 17 15 14 19.1 12 23.2 10 19.1 7 15 3.4 12 7 9 10 4.9 12 .8Z",
  "M12 22.6C9.6 18.6 1.6 14 1.6 7.7A5.5 5.5 0 0 1 12 5.2 5.5 5.5 0 0 1 22.4 7.7C22.4 14 14.4 18.6 12 22.6Z",
];

/** The symbol colours inside panels, by suit. */
export const PIP_COLOURS: readonly string[] = [
  "var(--pip-spade)",
  "var(--pip-club)",
  "var(--pip-diamond)",
  "var(--pip-heart)",
];
