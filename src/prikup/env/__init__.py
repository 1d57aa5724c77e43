"""The games as environments for PettingZoo, Gymnasium and OpenSpiel (extra `prikup[env]`).

One `Encoder` class serves every game. It derives the observation from the types of a View (what one player may know of
a deal), so no game needs code of its own here. It receives Views only, so hidden information cannot reach an
observation.
"""

from prikup.env.encoder import Encoder

__all__ = ["Encoder"]
