"""Live tables: seats, clocks, chat, shuffling and the play of a match, independent of the kind of host.

Outside this project the package uses only asyncio and msgspec. It has no code for web servers, databases or processes;
a host (a server, a terminal or a browser) provides these through `prikup.table.host.services.Host`.
"""
