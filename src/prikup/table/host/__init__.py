"""What a host provides to its tables: storage, workers, a clock, and knowledge about users and other hosts."""
