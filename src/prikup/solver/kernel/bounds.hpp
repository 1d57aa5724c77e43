// What is certain before a trick begins. Each bound also says which cards it rests on: with these where they are, and
// suits as long as they are, it holds wherever the other cards lie. docs/solver.md has the proofs.
#pragma once

#include "board.hpp"

namespace prikup::PRIKUP_KERNEL {

// Whether the leader can take so many tricks at once, one after the other.
template <int N>
bool quick(const Board<N>& b, int leader, unsigned others, int need, Cards all, Cards& matters) {
    const int trump = b.p.trump;
    const Cards mine = b.hand[leader], top = tops(mine, all);
    int sure = 0;
    unsigned ruffs = 0;  // who can trump when the leader has drawn what he can; a partner too, who might have to
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
        if (sure >= need) return true;
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
        if (sure >= need) return true;
    }
    return false;
}

// No trump: whether the leader and a partner can, when he takes his tricks, crosses, the other takes his and comes back
// to what has become highest.
template <int N>
bool crossed(const Board<N>& b, int leader, int mate, int need, Cards all, Cards& matters) {
    const Cards top = tops(b.hand[leader], all), reached = tops(b.hand[mate], all & ~top);
    if (!reached) return false;
    int first = 0, second = 0, third = 0;
    bool entry = false, back = false;
    Cards used = top, then = 0;
    for (int suit = 0; suit < 4; ++suit) {
        int length = b.length(leader, suit), good = count(top & suit_cards(suit));
        if (b.longest(leader, suit) <= good) good = length;
        first += good;
        const int there = b.length(mate, suit);
        Cards run = reached & suit_cards(suit);
        const int theirs = std::min(count(run), there - good);
        if (theirs <= 0) continue;
        while (count(run) > theirs) run &= run - 1;  // the lowest are not needed
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
    if (std::min(b.left, first + second) >= need) return true;
    matters |= closed(then);
    return back && std::min(b.left, first + second + third) >= need;
}

// Where there are trumps: whether a hand of a side takes so many tricks whatever the others do.
template <int N>
bool trumping(const Board<N>& b, unsigned side, int need, Cards all, Cards& matters) {
    const Cards trumps = all & b.trump_suit();
    for (int seat = 0; seat < N; ++seat) {
        if (!(side >> seat & 1)) continue;
        // Its trumps, each of which loses to a higher one only, and each of those beats one.
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
        // With a sure one it is in while it has not parted with anything, and cashes its other top cards; a trump beats each.
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

// Where there is no trump: whether a side that does not lead takes so many tricks, because it holds the highest card of
// every suit the leader has, and more of the kind behind it.
template <int N>
bool later(const Board<N>& b, int leader, unsigned side, int need, Cards all, Cards& matters) {
    Cards ours = 0;
    for (int seat = 0; seat < N; ++seat)
        if (side >> seat & 1) ours |= b.hand[seat];
    const Cards held = tops(ours, all);
    for (int suit = 0; suit < 4; ++suit) {
        if (!b.suit(leader, suit)) continue;
        Cards top = held & suit_cards(suit);
        if (!top) return false;
        const int best = highest(top), owner = b.holder(bit(best));
        matters |= upwards(best);
        int sure = owner == b.p.last;  // who never leads takes no other by himself
        if (owner != b.p.last) {
            const Cards run = tops(b.hand[owner], all);
            sure = count(run);
            matters |= closed(run);
        }
        if (sure < need) return false;
    }
    return true;
}

// Likewise, in the end: suits in which a hand of the side has no top card last for so many rounds, then one must be led
// in which it has; and so far it can keep its top cards.
template <int N>
bool awaited(const Board<N>& b, unsigned side, int need, Cards all, Cards& matters) {
    for (int seat = 0; seat < N; ++seat) {
        if (!(side >> seat & 1) || seat == b.p.last) continue;
        const Cards held = tops(b.hand[seat], all);
        int sure = 0, suits = 0, left = b.left;
        for (int suit = 0; suit < 4; ++suit) {
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
        // Alone, he must lead all his cards in the end. Where another has enough cards of a suit to keep one that is
        // higher than his first that is not sure, that card waits for it.
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
    // A suit in which they have the highest gives no more tricks than the longer of both hands; in the others it waits.
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

// Where a side wants the tricks that are counted: whether they are at least so many; -1: not certain.
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
    if (holds([&](Cards& m) { return quick(b, leader, others, own_need, all, m); })) return eager;
    const bool plain = !(all & b.trump_suit());
    if (plain)
        for (int mate = 0; mate < N; ++mate)
            if (own >> mate & 1 && mate != leader && mate != b.p.last &&
                holds([&](Cards& m) { return crossed(b, leader, mate, own_need, all, m); }))
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

// Without trumps, where nobody wants tricks: whether the leader has a card that one of the others must beat, and with
// it what a partner of his must play.
template <int N>
bool gives(const Board<N>& b, int leader, unsigned own, Cards& relevant) {
    for (int suit = 0; suit < 4; ++suit) {
        if (!b.suit(leader, suit)) continue;
        int ours = -1, theirs = -1;
        for (int seat = 0; seat < N; ++seat)
            if (Cards held = b.suit(seat, suit)) {
                int& side = own >> seat & 1 ? ours : theirs;
                side = std::max(side, lowest(held));
            }
        if (theirs > ours) {
            relevant |= upwards(theirs);
            return true;
        }
    }
    return false;
}

// Without trumps, where nobody wants tricks: whether the counted seats, none of whom leads, can stay below in every
// suit, their lowest card under the lowest of all others, their second under the second, and so on.
template <int N>
bool safe(const Board<N>& b, Cards all, Cards& relevant) {
    const Position& p = b.p;
    if (p.last >= 0 && !b.counts(p.last) && b.counts((p.last + 1) % N)) return false;  // who leads for him
    Cards matters = 0;
    for (int seat = 0; seat < N; ++seat) {
        if (!b.counts(seat)) continue;
        for (int suit = 0; suit < 4; ++suit) {
            Cards own = b.suit(seat, suit), others = all & ~b.hand[seat] & suit_cards(suit);
            if (!own || !others) continue;
            matters |= suit_cards(suit);
            for (; own && others; own &= own - 1, others &= others - 1)
                if (lowest(own) > lowest(others)) return false;
        }
    }
    relevant |= matters;
    return true;
}

}  // namespace prikup::PRIKUP_KERNEL
