"""The tab of a browser as a host: the tables of one person on their own device, with no server."""
