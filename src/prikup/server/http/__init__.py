"""The server's HTTP side: pages, the API, and what stands before them."""
