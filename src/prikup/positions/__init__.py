"""Deals with all hands open: parsing of pasted text, a one-line notation, and analysis with best play."""
