"""The games as environments for PettingZoo, Gymnasium and OpenSpiel (extra `prikup[env]`).

One `Encoder` class serves every game. It derives the observation from the types of a View (what one player may know of
a deal), so no game needs code of its own here. It receives Views only, so hidden information cannot reach an
observation.
"""

try:
    from prikup.env.encoder import Encoder
except ModuleNotFoundError as error:
    error.add_note("prikup.env needs the extra env: pip install 'prikup[env]'")
    raise

__all__ = ["Encoder"]
