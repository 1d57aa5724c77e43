"""The lobby of a server: open tables, limits on opening and leaving them, and the WebSockets that show them."""
