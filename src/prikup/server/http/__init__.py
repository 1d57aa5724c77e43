"""The HTTP part of the server: pages, the API, and the middleware that every request passes through."""
