"""The statistics of players, from exact sums over their finished deals."""
