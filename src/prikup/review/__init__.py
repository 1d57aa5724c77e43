"""The review of finished deals: what each decision was worth, and where a result came from."""
