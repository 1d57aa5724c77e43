"""The archive of a server: its finished matches, the reviews of their deals, and statistics."""
