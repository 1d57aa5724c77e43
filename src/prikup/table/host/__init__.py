"""The services that a host provides to its tables: storage, workers, a clock, knowledge about users and other hosts."""
