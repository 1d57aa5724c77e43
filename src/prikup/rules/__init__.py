"""The vocabulary of the rules: cards, tricks, auctions, options, sheets, states and matches."""
