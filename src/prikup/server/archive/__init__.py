"""The archive of a server: its finished matches, and the reviews of their deals."""
