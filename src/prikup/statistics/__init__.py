"""The statistics of players: what their finished deals brought, exactly, and what may be said of it."""
