"""The review of finished deals: what each decision cost, and the breakdown of the result."""
