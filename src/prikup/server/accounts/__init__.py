"""The users of a server: accounts, guests, blocks and shared score sheets."""
