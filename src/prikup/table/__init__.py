"""Live tables, independent of their host.

The package uses asyncio and msgspec only, no web server, database or process code.
"""
