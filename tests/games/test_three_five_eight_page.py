"""The evenings of the scorer's specification, entered on the page: 3-5-8."""

from scorer.page import Page

from prikup.rules.errors import Reason
from prikup.scorer.entries import PaperStart
from prikup.scorer.page_state import RefusedRequest, Reply, Request, build_reply

A, B, C = range(3)


def debts(reply: Reply) -> list[tuple[object, object, object]]:
    return [
        (fact.numbers["seat"], fact.numbers["other"], fact.numbers["cards"])
        for fact in reply.outlook
        if fact.key == "to-exchange"
    ]


def targets(reply: Reply) -> tuple[object, ...]:
    return tuple(fact.numbers["target"] for fact in reply.outlook if fact.key == "target")


def test_S13_S14_three_five_eight_page_derives_exchange_debts() -> None:
    page = Page("three-five-eight", "standard")
    page_state = page.deal(10, 2)
    assert (page_state.sheet.totals, targets(page_state), debts(page_state)) == (
        ((2, -3, 1),),
        (3, 8, 5),
        [(C, B, 1), (A, B, 2)],
    )
    page_state = page.deal(4, 8)
    assert (page_state.sheet.totals, targets(page_state), debts(page_state)) == (((3, -3, 0),), (5, 3, 8), [(A, C, 1)])
    assert (page_state.dealer, page.taps) == (C, 3)


def test_S15_three_five_eight_page_fines_revoke_and_passes_deal() -> None:
    page = Page("three-five-eight", "standard")
    page.deal(10, 2)
    old_state, new_state = page.state, page.deal("revoke", B, fault=True)
    points_change = tuple(
        new - old for new, old in zip(new_state.sheet.totals[0], old_state.sheet.totals[0], strict=True)
    )
    assert (points_change, new_state.dealer) == ((1, -2, 1), C)
    assert len(debts(new_state)) == 2


def test_S37_three_five_eight_page_refuses_totals_not_summing_to_zero() -> None:
    head = Page("three-five-eight", "standard").head
    paper = PaperStart(((3, -3, 1),), 4, {"points": [1, 0, -1], "targets": [8, 5, 3]})
    reply = build_reply(Request(type(head)("three-five-eight", 1, "standard", head.names, 0, 0, opening=paper)))
    assert reply == RefusedRequest(Reason("points-sum-to-zero", {"sum": 1}), "three-five-eight")
    assert [
        (carried_field.name, carried_field.kind, carried_field.many)
        for carried_field in Page("three-five-eight", "eighteen-hands").state.carried
    ] == [
        ("points", "numbers", 3),
        ("targets", "numbers", 3),
        ("announced", "words", 3),
    ]
