from prikup.rules.auction import Auction


def test_auction_ends_when_all_but_highest_bidder_have_passed() -> None:
    auction = Auction(1, (1, 2, 0)).call(53, passing=False)
    assert (auction.turn, auction.high, auction.holder, auction.over) == (2, 53, 1, False)
    auction = auction.call(52, passing=True).call(54, passing=False)
    assert (auction.turn, auction.live, auction.holder) == (1, (1, 0), 0)
    assert auction.call(52, passing=True).over


def test_auction_ends_without_holder_after_three_passes() -> None:
    auction = Auction(2, (2, 0, 1))
    for _ in range(2):
        auction = auction.call(52, passing=True)
        assert not auction.over
    assert auction.call(53, passing=False).over
    auction = auction.call(52, passing=True)
    assert auction.over
    assert auction.holder is None
