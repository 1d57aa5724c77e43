from prikup.server.nodes.presence import AT_CLOSED_TABLE, CONNECTED, merge_places


def test_merge_places_keeps_most_specific_place() -> None:
    first, second = {"a": CONNECTED, "b": "t", "c": AT_CLOSED_TABLE}, {"a": "t", "b": AT_CLOSED_TABLE, "c": CONNECTED}
    assert merge_places(first, second) == {"a": "t", "b": "t", "c": AT_CLOSED_TABLE}
    assert merge_places() == {}
