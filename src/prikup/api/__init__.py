"""The HTTP API, defined once for all hosts and clients."""
