"""Rules stated a second time, with nothing of the engine: plain data in, plain data out."""
