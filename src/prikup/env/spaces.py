"""The Gymnasium space of observations and of action masks, which mark the legal actions."""

import numpy as np
from gymnasium.spaces import Box, Dict

from prikup.env.encoder import Encoder

__all__ = ["seen_space"]


def seen_space(encoder: Encoder) -> Dict:
    """Return the Gymnasium space of a dict that describes what a seat sees.

    `observation` is a View encoded by `encoder` (what the seat may know of the deal), and `action_mask` has a 1 for
    each legal action.
    """
    observation = Box(encoder.low, encoder.high, dtype=np.int32)
    return Dict({"observation": observation, "action_mask": Box(0, 1, (encoder.actions,), np.int8)})
