"""Tables at which matches are played: seats, clocks, chat, shuffling and play, for every kind of host.

This package has no code for web servers, databases or processes. A host, the program that runs tables (a server, a
terminal or a browser), provides these through `prikup.table.host.services.Host`. From outside the project the package
imports only msgspec.
"""
