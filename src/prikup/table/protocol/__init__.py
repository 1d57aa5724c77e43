"""The messages of a table's WebSocket, between a client and a table.

Each message is one JSON object whose field `type` contains the message's name. docs/protocol.md explains the messages
to authors of clients. The JSON schemas and the TypeScript types are generated from these structs, including their
docstrings. A sentence is sent as a `Reason`, which is a message key with arguments, and the client renders it in the
user's language.
"""
