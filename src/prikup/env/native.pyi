# Rows written by native code; `prikup.env.encoder` is its only user.

from typing import Any

import numpy as np
from numpy.typing import NDArray

from prikup.env.layout import Layout
from prikup.state import View

class Writer:
    def __init__(self, layout: Layout, rows: NDArray[np.int32], masks: NDArray[np.int8]) -> None: ...
    def __call__(self, at: int, view: View[Any], legal: tuple[int, ...]) -> None: ...
