from typing import Final, Literal

kernel: Final[Literal["plain", "bmi2"]]

def extract(bits: int, mask: int) -> int: ...
