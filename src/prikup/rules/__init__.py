"""The building blocks of all games' rules: cards, tricks, auctions, options, score sheets, states and matches."""
