"""The command-line program `prikup` with its commands."""
