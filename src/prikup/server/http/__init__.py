"""The HTTP side of the server: pages, the API, and the middleware before them."""
