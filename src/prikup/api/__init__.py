"""The HTTP API: its routes and the structs of its requests and responses, shared by all hosts and clients."""
