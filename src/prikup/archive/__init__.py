"""Finished matches: what any host tells of them, and how their deals are played on."""
