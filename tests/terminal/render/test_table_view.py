"""What is shown of a table."""

from prikup.terminal.render.table_view import levels


def test_bids_of_one_level_stand_together() -> None:
    names = ("pass", "6♥", "6 NT", "7♠", "misère", "10♠", "10♣")
    assert list(levels(enumerate(names, 1))) == [
        ("1", "pass"),
        ("2–3", "6♥ NT"),
        ("4", "7♠"),
        ("5", "misère"),
        ("6–7", "10♠ ♣"),
    ]
