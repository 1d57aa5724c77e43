"""The archive: finished matches, and the reviews of their deals."""
