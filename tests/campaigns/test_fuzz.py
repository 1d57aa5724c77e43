from campaigns.fuzz import fuzz


def test_nonsense_is_refused_and_nothing_fails() -> None:
    found = fuzz(frames=2000, examples=3, seed=1)
    assert found.failures == []
    assert found.frames == 2000
    assert found.answers > 100
