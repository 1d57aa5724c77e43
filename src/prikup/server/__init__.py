"""A server: tables for browsers, terminals and other programs. Requires `prikup[serve]`."""
