"""The ratings of people on a server: each rated match with what it changed, and the standings after the last one."""
