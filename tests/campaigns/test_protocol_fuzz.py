from campaigns.protocol_fuzz import PHASES, fuzz
from support.circles import Circle, depth


def test_protocol_fuzz_finds_no_failure() -> None:
    """Use few frames and one phase of schemathesis, or all phases in the circle `all`."""
    frames = depth(1000)
    results = fuzz(frames, examples=depth(3), seed=1, phases=PHASES if Circle.name == "all" else "fuzzing")
    assert results.failures == []
    assert results.frames == frames
    assert results.answers > frames / 20
