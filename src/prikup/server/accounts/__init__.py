"""The users of a server."""
