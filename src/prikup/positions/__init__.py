"""Open hands as a position: what people paste, one line of text for each, and what best play makes of it."""
