"""`prikup play`, `prikup join` and the start menu: sit down at a table."""
