"""The lobby of a server: open tables, the limits of opening and leaving them, and the WebSockets that show them."""
