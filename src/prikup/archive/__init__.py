"""Finished matches as every host shows them, and practice from their deals."""
