"""The server: tables for browsers, terminals and foreign programs over one protocol. Needs `prikup[serve]`."""
