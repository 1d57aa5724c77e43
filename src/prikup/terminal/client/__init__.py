"""One client of the protocol, whoever hosts the table."""
