"""Games that other tests take as examples, by what is to be seen in them."""

__all__ = ["AUCTION", "EXCHANGE", "EXPORTED", "OPEN_HANDS", "SEALED"]

AUCTION = "paston"
"""Three players; an auction, a discard, and whoever declares."""
EXPORTED = "balkan"
"""Three players; notations of other programs."""
SEALED = "tuppi"
"""Four players, partners; bids that are laid face down."""
EXCHANGE = "three-five-eight"
"""Three players; cards that change hands, and a debt from deal to deal."""
OPEN_HANDS = "preferans"
"""Three players or four; a talon, hands that lie open, and one who plays another's cards."""
