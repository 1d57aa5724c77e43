"""Finished matches as every host shows them, and tables at which their deals are practised."""
