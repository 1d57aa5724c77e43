"""The game server, with tables for browsers, terminals and other programs. It requires the extra `prikup[serve]`."""
