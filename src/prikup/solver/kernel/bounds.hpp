// Bounds that are certain before a trick begins. Each bound also reports, in `matters`, the cards that it depends on:
// it is also certain in every position with the same owners of these cards and equal suit lengths. docs/solver.md has
// the proofs.
#pragma once

#include "board.hpp"

namespace prikup::PRIKUP_KERNEL {

// The number of tricks that the leader can take in a row from now on; the count stops at `need`.
template <int N>
int quick(const Board<N>& b, int leader, unsigned others, int need, Cards all, Cards& matters) {
    const int trump = b.p.trump;
    const Cards mine = b.hand[leader], top = tops(mine, all);
    int sure = 0;
    unsigned ruffs = 0;  // hands that can still ruff after trumps are drawn; with must_trump also a partner's
    if (trump >= 0) {
        const Cards draws = top & suit_cards(trump);
        const int drawn = count(draws);
        bool rest = true;
        for (int seat = 0; seat < N; ++seat) {
            if (seat == leader || b.length(seat, trump) <= drawn) continue;
            rest = false;
            if (others >> seat & 1 || b.p.must_trump) ruffs |= 1u << seat;
        }
        sure = rest ? count(mine & suit_cards(trump)) : drawn;
        if (draws) matters |= upwards(lowest(draws));
        if (sure >= need) return sure;
    }
    for (int suit = 0; suit < 4; ++suit) {
        const Cards cashed = top & suit_cards(suit);
        if (suit == trump || !cashed) continue;
        int good = count(cashed), longest = 0, most = 16;
        for (int seat = 0; seat < N; ++seat) {
            if (seat == leader) continue;
            int length = b.length(seat, suit);
            longest = std::max(longest, length);
            if (ruffs >> seat & 1) most = std::min(most, length);
        }
        if (longest <= good) good = b.length(leader, suit);
        good = std::min(good, most);
        if (!good) continue;
        sure += good;
        matters |= upwards(lowest(cashed));
        if (sure >= need) return sure;
    }
    return sure;
}

// No trump: whether the leader and a partner (`mate`) can take `need` tricks. The leader takes its quick tricks
// (`at_once` of them) and crosses; the partner takes `second` tricks and returns; the leader takes `third` more with
// cards that have become highest.
//
// Example: the leader holds SA S5 HK HQ, the partner SK S3 HA H2, and `need` is 4. At once: SA, under which S3 is
// played. Second: S5 (the entry, a spade that the leader still has) to SK, and HA, under which HQ is played. Third: H2
// (the way back) to HK, which is highest now. That is 1 + 2 + 1 = 4 tricks, whatever the others hold; with C2 in place
// of H2 there would be no way back, and only 3 tricks would be certain.
template <int N>
bool crossed(const Board<N>& b, int leader, int mate, int at_once, int need, Cards all, Cards& matters) {
    const Cards top = tops(b.hand[leader], all), both = tops(b.hand[leader] | b.hand[mate], all);
    if (at_once + count(both & ~top) < need) return false;  // most calls end here
    const Cards reached = tops(b.hand[mate], all & ~top);
    if (!reached) return false;
    int second = 0, third = 0;
    bool entry = false, back = false;
    Cards used = top, then = 0;
    for (int suit = 0; suit < 4; ++suit) {
        int length = b.length(leader, suit), good = count(top & suit_cards(suit));
        if (b.longest(leader, suit) <= good) good = length;
        const int there = b.length(mate, suit);
        Cards run = reached & suit_cards(suit);
        const int theirs = std::min(count(run), there - good);
        if (theirs <= 0) continue;
        while (count(run) > theirs) run &= run - 1;  // drop the lowest, which are not needed
        used |= run;
        second += theirs;
        entry |= length > good;
        Cards more = tops(b.hand[leader], all & ~top & ~run) & suit_cards(suit) & ~top;
        int again = std::min(count(more), length - good - theirs);
        if (again <= 0) continue;
        while (count(more) > again) more &= more - 1;
        then |= more;
        third += again;
        back |= there > good + theirs;
    }
    if (!entry) return false;
    matters |= closed(used);
    if (std::min(b.left, at_once + second) >= need) return true;
    matters |= closed(then);
    return back && std::min(b.left, at_once + second + third) >= need;
}

// With trumps: whether a hand of a side takes `need` tricks whatever the others do.
template <int N>
bool trumping(const Board<N>& b, unsigned side, int need, Cards all, Cards& matters) {
    const Cards trumps = all & b.trump_suit();
    for (int seat = 0; seat < N; ++seat) {
        if (!(side >> seat & 1)) continue;
        // Count its trumps: each can be lost to a higher one only, and each higher one takes only one of them.
        int above = 0, sure = 0, lost = 0;
        for (Cards rest = trumps; rest;) {
            const Cards best = bit(highest(rest));
            rest ^= best;
            if (!(b.hand[seat] & best)) {
                ++above;
            } else if (above) {
                --above;
                ++lost;
            } else if (++sure == need) {
                matters |= upwards(highest(best));
                return true;
            }
        }
        if (!sure || seat == b.p.last) continue;
        // A sure trump gives it the lead before it must discard; then it cashes its other top cards, each of which may
        // be ruffed.
        const Cards mine = b.trumps(seat), top = tops(b.hand[seat], all) & ~trumps;
        const int against = count(trumps ^ mine);
        const int others = against < sure ? count(top) : std::min(count(top), sure);
        if (sure + lost + others - std::min(against, lost + others) >= need) {
            matters |= closed(mine | top);
            return true;
        }
    }
    return false;
}

// Without trumps: whether a side that does not lead takes `need` tricks, because it holds the highest card of every
// suit that the leader has, and enough further winners in the same hand.
template <int N>
bool later(const Board<N>& b, int leader, unsigned side, int need, Cards all, Cards& matters) {
    Cards ours = 0;
    for (int seat = 0; seat < N; ++seat)
        if (side >> seat & 1) ours |= b.hand[seat];
    const Cards held = tops(ours, all);
    if (some(b.hand[leader]) & ~some(held)) return false;
    for (int suit = 0; suit < 4; ++suit) {
        if (!b.suit(leader, suit)) continue;
        const int best = highest(held & suit_cards(suit)), owner = b.holder(bit(best));
        matters |= upwards(best);
        int sure = owner == b.p.last;  // a hand that never leads takes no other trick on its own
        if (owner != b.p.last) {
            const Cards run = tops(b.hand[owner], all);
            sure = count(run);
            matters |= closed(run);
        }
        if (sure < need) return false;
    }
    return true;
}

// Without trumps: whether a hand of a side takes `need` tricks at some later time. A suit in which the hand has no top
// card lasts only as many rounds as the longest holding of it in another hand. After that a suit must be led in which
// the hand has a top card, and until then it can keep its top cards.
template <int N>
bool awaited(const Board<N>& b, unsigned side, int need, Cards all, Cards& matters) {
    for (int seat = 0; seat < N; ++seat) {
        if (!(side >> seat & 1) || seat == b.p.last) continue;
        const Cards held = tops(b.hand[seat], all);
        int sure = 0, suits = 0, left = b.left;
        for (int suit = 0; suit < 4 && left >= need; ++suit) {
            const int top = count(held & suit_cards(suit)), longest = b.longest(seat, suit);
            suits += top > 0;
            if (!top)
                left -= longest;
            else
                sure += longest <= top ? b.length(seat, suit) : top;
        }
        if (std::min(sure, left) >= std::max(need, suits)) {
            matters |= closed(held);
            return true;
        }
    }
    return false;
}

// Whether a side that leads cannot take all tricks.
template <int N>
bool spoiled(const Board<N>& b, int leader, unsigned own, unsigned others, Cards all, Cards& matters) {
    if (own == 1u << leader) {
        const Cards sure = tops(b.hand[leader], all);
        // Without a partner, the leader must eventually lead every card. If another hand has enough cards of a suit to
        // keep one that is higher than the leader's first uncertain card, that card will win.
        for (int suit = 0; suit < 4; ++suit) {
            Cards mine = b.suit(leader, suit), top = sure & suit_cards(suit);
            if (mine == top) continue;
            int first = highest(mine & ~top);
            for (int seat = 0; seat < N; ++seat) {
                Cards guard = b.hand[seat] & upwards(first);
                if (seat == leader || !guard || b.length(seat, suit) <= count(top)) continue;
                matters |= upwards(highest(guard));
                return true;
            }
        }
        return false;
    }
    if (count(own) > 2 || all & b.trump_suit()) return false;
    // A suit in which the side has the highest card yields at most as many tricks as the longer of its two hands; in
    // any other suit the opponents' highest card waits.
    int most = 0;
    Cards waiting = 0;
    for (int suit = 0; suit < 4; ++suit) {
        Cards cards = all & suit_cards(suit);
        if (!cards) continue;
        Cards best = bit(highest(cards));
        int longest = 0;
        bool theirs = false;
        for (int seat = 0; seat < N; ++seat) {
            if (others >> seat & 1)
                theirs |= (b.hand[seat] & best) != 0;
            else
                longest = std::max(longest, b.length(seat, suit));
        }
        if (!theirs)
            most += longest;
        else if (longest)
            waiting |= best;
    }
    if (most >= b.left) return false;
    matters |= waiting;
    return true;
}

// Where one side wants the counted tricks: whether it is certain that there are at least `need` (1) or fewer (0); -1 if
// neither is certain.
template <int N>
int certain_most(const Board<N>& b, int leader, int need, Cards all, Cards& relevant) {
    const bool eager = b.p.eager >> leader & 1;
    const unsigned own = eager ? b.p.eager : b.EVERY & ~b.p.eager, others = b.EVERY & ~own;
    const int own_need = eager ? need : b.left - need + 1, other_need = eager ? b.left - need + 1 : need;
    auto holds = [&](auto bound) {
        Cards matters = 0;
        bool found = bound(matters);
        if (found) relevant |= matters;
        return found;
    };
    int at_once = 0;
    if (holds([&](Cards& m) { return (at_once = quick(b, leader, others, own_need, all, m)) >= own_need; })) return eager;
    const bool plain = !(all & b.trump_suit());
    if (plain)
        for (int mate = 0; mate < N; ++mate)
            if (own >> mate & 1 && mate != leader && mate != b.p.last &&
                holds([&](Cards& m) { return crossed(b, leader, mate, at_once, own_need, all, m); }))
                return eager;
    if (own_need == b.left && b.p.last < 0 && holds([&](Cards& m) { return spoiled(b, leader, own, others, all, m); })) return !eager;
    if (plain) {
        if (holds([&](Cards& m) { return later(b, leader, others, other_need, all, m); })) return !eager;
        if (holds([&](Cards& m) { return awaited(b, others, other_need, all, m); })) return !eager;
    } else {
        if (holds([&](Cards& m) { return trumping(b, own, own_need, all, m); })) return eager;
        if (holds([&](Cards& m) { return trumping(b, others, other_need, all, m); })) return !eager;
    }
    return -1;
}

// The exits of a side, without trumps, where no side wants tricks. An exit is a suit in which the lowest card of each
// of the side's hands is below all cards of a guard, an opposing hand. Then the guard must take the trick, whoever
// leads the suit, unless it has discarded all its cards of the suit. `matters` are the cards on which the last
// successful bound depends.
template <int N>
class Exits {
public:
    Cards matters = 0;

    explicit Exits(unsigned side) : side(side), others(((1u << N) - 1) & ~side) {}

    // Whether the opponents are certain to take one of the next tricks if the hand `leader` of the side leads.
    bool leads(const Cards (&hand)[N], int leader) {
        const Own own = this->own(hand);
        for (unsigned rest = others; rest; rest &= rest - 1) {
            const int guard = std::countr_zero(rest);
            if (u64 suits = exits(own, hand[guard], hand[guard]) & some(hand[leader])) {
                mark(hand[guard], suits);
                return true;
            }
        }
        return false;
    }

    // Whether the opponents are certain to take one of the next tricks if one of the opponents `leaders` leads. The
    // opponents in `parted` may have discarded one card before, those in `again` two cards.
    bool led(const Cards (&hand)[N], unsigned leaders, unsigned parted = 0, unsigned again = 0) {
        const Own own = this->own(hand);
        unsigned free = 0;  // hands of the side that have an exit
        for (unsigned rest = others; rest; rest &= rest - 1) {
            const int guard = std::countr_zero(rest);
            const Cards kept = without(without(hand[guard], parted >> guard & 1), again >> guard & 1);
            u64 suits = exits(own, hand[guard], kept);
            if (!suits) continue;
            Cards led = 0;
            for (unsigned seats = leaders & ~(1u << guard); seats; seats &= seats - 1) led |= hand[std::countr_zero(seats)];
            if (some(led) & some(own.all) & ~some(kept)) suits &= some(fewer(kept));  // the guard may discard one more
            for (unsigned seats = side & ~free; seats; seats &= seats - 1) {
                const int seat = std::countr_zero(seats);
                if (const u64 can = suits & some(hand[seat])) {
                    free |= 1u << seat;
                    mark(hand[guard], can);
                }
            }
            if (free == side) return true;
        }
        return false;
    }

    // Whether the opponents are certain to take two of the next tricks if the hand `leader` of the side leads.
    bool leads_twice(const Cards (&hand)[N], int leader, unsigned parted = 0) {
        const Own own = this->own(hand);
        u64 untried = some(hand[leader]);
        for (unsigned rest = others; rest; rest &= rest - 1) {
            const int guard = std::countr_zero(rest);
            u64 suits = exits(own, hand[guard], without(hand[guard], parted >> guard & 1)) & untried;
            untried &= ~suits;
            for (; suits; suits &= suits - 1) {
                const Cards before = matters;
                const Later then(hand, side, parted, first_suit(suits));
                if (led(then.hand, then.leaders, then.parted, then.again)) {
                    mark(hand[guard], suits);
                    return true;
                }
                matters = before;
            }
        }
        return false;
    }

    // Whether the opponents are certain to take two of the next tricks if the opponent `leader` leads with `tricks`
    // left: for every lead, they take this trick and a later one, or two later ones if the side takes this trick.
    bool led_twice(const Cards (&hand)[N], int leader, int tricks) {
        const Own own = this->own(hand);
        u64 lost = ~some(own.all);
        for (unsigned rest = others; rest; rest &= rest - 1) {
            const Cards held = hand[std::countr_zero(rest)];
            u64 suits = exits(own, held, held) & some(hand[leader]) & ~lost;
            lost |= suits;
            for (; suits; suits &= suits - 1) mark(held, suits);
        }
        for (u64 suits = some(hand[leader]); suits; suits &= suits - 1) {
            const Later then(hand, side, 0, first_suit(suits));
            if (!led(then.hand, then.leaders, then.parted, then.again)) return false;
            if (lost & suits & -suits) continue;
            if (tricks < 4) return false;
            for (unsigned seats = side; seats; seats &= seats - 1) {
                const int seat = std::countr_zero(seats);
                if (hand[seat] & first_suit(suits) && !leads_twice(then.hand, seat, then.parted)) return false;
            }
        }
        return true;
    }

private:
    const unsigned side, others;

    // All cards of the side, and the lowest card of each hand and suit.
    struct Own {
        Cards all = 0, lowest = 0;
    };

    Own own(const Cards (&hand)[N]) const {
        Own found;
        for (unsigned seats = side; seats; seats &= seats - 1) {
            const Cards held = hand[std::countr_zero(seats)];
            found.all |= held;
            found.lowest |= held ^ fewer(held);
        }
        return found;
    }

    // The cards that certainly remain in a hand that may have discarded one.
    static Cards without(Cards cards, bool parted) { return parted ? fewer(cards) : cards; }

    // The exits of a side against one guard, which has kept the cards `kept` of those it `held`.
    static u64 exits(const Own& own, Cards held, Cards kept) { return some(kept) & some(own.all) & ~some(own.lowest & ~below(held)); }

    void mark(Cards held, u64 suits) { matters |= upwards(lowest(held & first_suit(suits))); }

    // The hands after a trick in a suit to which the side played its lowest cards; in the worst case the opponents keep
    // theirs.
    struct Later {
        Cards hand[N];
        unsigned leaders = 0;  // opponents that may have won the trick
        unsigned parted, again = 0;  // opponents that may have discarded one card, and two cards

        Later(const Cards (&before)[N], unsigned side, unsigned parted, Cards suit) : parted(parted) {
            for (int seat = 0; seat < N; ++seat) {
                const Cards cards = before[seat] & suit;
                hand[seat] = before[seat];
                if (side >> seat & 1) {
                    hand[seat] ^= cards & -cards;
                } else if (cards) {
                    leaders |= 1u << seat;
                    hand[seat] ^= bit(highest(cards));
                } else {
                    again |= this->parted & 1u << seat;
                    this->parted |= 1u << seat;
                }
            }
        }
    };
};

// Without trumps, where no side wants tricks: whether the counted seats, none of which leads, can play below the other
// hands in every suit. They can if their lowest card is below the other hands' lowest card, their second below the
// second, and so on.
template <int N>
bool safe(const Board<N>& b, Cards all, Cards& relevant) {
    const Position& p = b.p;
    if (p.last >= 0 && !b.counts(p.last) && b.counts((p.last + 1) % N)) return false;  // it leads for `last`
    Cards matters = 0;
    for (int seat = 0; seat < N; ++seat) {
        if (!b.counts(seat)) continue;
        const Cards hand = b.hand[seat], rest = all & ~hand;
        if (some(rest) & some((hand ^ fewer(hand)) & ~below(rest))) return false;  // most calls end here
        for (int suit = 0; suit < 4; ++suit) {
            Cards own = hand & suit_cards(suit), others = rest & suit_cards(suit);
            if (!own || !others) continue;
            matters |= suit_cards(suit);
            for (; own && others; own &= own - 1, others &= others - 1)
                if (lowest(own) > lowest(others)) return false;
        }
    }
    relevant |= matters;
    return true;
}

// Where no side wants tricks: the number of tricks that each side must lose (leave to the other side) to decide the
// question whether there are at least `need` counted tricks. `own` is the leader's side.
template <int N>
struct Losses {
    bool eager;  // whether the leader wants many counted tricks
    unsigned own, others;
    int by_own, by_others;

    Losses(const Board<N>& b, int leader, int need)
        : eager(b.p.eager >> leader & 1),
          own(b.EVERY & (eager ? b.p.eager : ~b.p.eager)),
          others(b.EVERY & ~own),
          by_own(eager ? need : b.left - need + 1),
          by_others(b.left - by_own + 1) {}

    static bool holds(unsigned hands, Cards& relevant, auto bound) {
        Exits<N> side(hands);
        const bool found = bound(side);
        if (found) relevant |= side.matters;
        return found;
    }

    // Whether the bounds on exits apply: only for at most two hands, which can keep the exits that they need, and
    // without a seat that always plays last, since it does not lead after winning.
    static bool few(const Board<N>& b, unsigned side) { return count(side) < 3 && b.p.last < 0; }
};

// Without trumps, where no side wants tricks: whether it is certain that there are at least `need` counted tricks (1)
// or fewer (0); -1 if neither is certain.
template <int N>
int certain_fewest(const Board<N>& b, int leader, int need, Cards all, Cards& relevant) {
    if (!b.counts(leader) && safe(b, all, relevant)) return false;
    const Losses<N> lost(b, leader, need);
    if (lost.by_own == 1 && lost.holds(lost.own, relevant, [&](auto& side) { return side.leads(b.hand, leader); })) return lost.eager;
    if (lost.by_others == 1 && lost.few(b, lost.others) &&
        lost.holds(lost.others, relevant, [&](auto& side) { return side.led(b.hand, 1u << leader); }))
        return !lost.eager;
    return -1;
}

// Like `certain_fewest`, but by bounds on two of the next tricks, which take longer to compute.
template <int N>
int certain_twice(const Board<N>& b, int leader, int need, Cards& relevant) {
    if (b.left < 3) return -1;
    const Losses<N> lost(b, leader, need);
    if (lost.by_own == 2 && lost.few(b, lost.own) &&
        lost.holds(lost.own, relevant, [&](auto& side) { return side.leads_twice(b.hand, leader); }))
        return lost.eager;
    if (lost.by_others == 2 && lost.few(b, lost.others) &&
        lost.holds(lost.others, relevant, [&](auto& side) { return side.led_twice(b.hand, leader, b.left); }))
        return !lost.eager;
    return -1;
}

}  // namespace prikup::PRIKUP_KERNEL
