"""A live table, whoever hosts it: asyncio, msgspec and the rooms below; nothing of the web, a database or a process."""
