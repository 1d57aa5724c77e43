"""The review of finished deals: the value of each decision, and the breakdown of a result."""
