"""The games as environments for PettingZoo, Gymnasium and OpenSpiel (extra `prikup[env]`).

One `Encoder` serves every game. It is derived from the types of a View, so games need no code of their own here; and it
receives Views only, so hidden information cannot reach an observation.
"""

from prikup.env.encoder import Encoder

__all__ = ["Encoder"]
