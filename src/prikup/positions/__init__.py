"""Positions with open hands: reading pasted text, their one-line notation, and analysis with best play."""
