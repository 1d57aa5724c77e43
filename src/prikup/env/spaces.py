"""The Gymnasium space of observations and action masks."""

import numpy as np
from gymnasium.spaces import Box, Dict

from prikup.env.encoder import Encoder

__all__ = ["seen_space"]


def seen_space(encoder: Encoder) -> Dict:
    """Return the Gymnasium space of a dict with the `observation` of a View and its `action_mask`."""
    observation = Box(encoder.low, encoder.high, dtype=np.int32)
    return Dict({"observation": observation, "action_mask": Box(0, 1, (encoder.actions,), np.int8)})
