"""The door for researchers: the games as environments of PettingZoo, Gymnasium and OpenSpiel (extra `prikup[env]`).

One `Encoder` serves every game. It is made from the types of what a player sees, so that a game needs no line of code
here, and it is given a View, so that nothing hidden can reach an observation.
"""

from prikup.env.encoder import Encoder

__all__ = ["Encoder"]
