// What is certain before a trick begins. Each bound also says which cards it rests on: with these where they are, and
// suits as long as they are, it holds wherever the other cards lie. docs/solver.md has the proofs.
#pragma once

#include "board.hpp"

namespace prikup::PRIKUP_KERNEL {

// Whether the leader can take so many tricks at once, one after the other.
template <int N>
bool quick(const Board<N>& b, int leader, unsigned others, int need, Cards all, Cards& matters) {
    const int trump = b.p.trump;
    const Cards mine = b.hand[leader];
    int sure = 0;
    unsigned ruffs = 0;  // who can trump when the leader has drawn what he can; a partner too, who might have to
    if (trump >= 0) {
        Cards top = tops(mine, all, trump);
        int drawn = count(top);
        bool rest = true;
        for (int seat = 0; seat < N; ++seat) {
            if (seat == leader || b.length(seat, trump) <= drawn) continue;
            rest = false;
            if (others >> seat & 1 || b.p.must_trump) ruffs |= 1u << seat;
        }
        sure = rest ? count(mine & suit_cards(trump)) : drawn;
        if (drawn) matters |= upwards(lowest(top));
        if (sure >= need) return true;
    }
    for (int suit = 0; suit < 4; ++suit) {
        Cards own = mine & suit_cards(suit);
        if (suit == trump || !own) continue;
        Cards top = tops(mine, all, suit);
        int good = count(top), longest = 0, most = 16;
        for (int seat = 0; seat < N; ++seat) {
            if (seat == leader) continue;
            int length = b.length(seat, suit);
            longest = std::max(longest, length);
            if (ruffs >> seat & 1) most = std::min(most, length);
        }
        if (longest <= good) good = count(own);
        good = std::min(good, most);
        if (!good) continue;
        sure += good;
        if (top) matters |= upwards(lowest(top));
        if (sure >= need) return true;
    }
    return false;
}

// No trump: whether the leader and a partner can, when he takes his tricks, crosses, the other takes his and comes back
// to what has become highest.
template <int N>
bool crossed(const Board<N>& b, int leader, int mate, int need, Cards all, Cards& matters) {
    int first = 0, second = 0, third = 0;
    bool entry = false, back = false;
    Cards used = 0, then = 0;
    for (int suit = 0; suit < 4; ++suit) {
        Cards here = b.suit(leader, suit), there = b.suit(mate, suit), top = tops(b.hand[leader], all, suit);
        int length = count(here), good = count(top), longest = 0;
        for (int seat = 0; seat < N; ++seat)
            if (seat != leader) longest = std::max(longest, b.length(seat, suit));
        if (here && longest <= good) good = length;
        if (top) used |= upwards(lowest(top));
        first += good;
        if (!there) continue;
        Cards run = tops(b.hand[mate], all & ~top, suit);
        int theirs = std::min(count(run), std::max(0, count(there) - good));
        if (theirs <= 0) continue;
        while (count(run) > theirs) run &= run - 1;  // the lowest are not needed
        used |= upwards(lowest(run));
        second += theirs;
        entry |= length > good;
        Cards more = tops(b.hand[leader], all & ~top & ~run, suit) & ~top;
        int again = std::min(count(more), length - good - theirs);
        if (again <= 0) continue;
        while (count(more) > again) more &= more - 1;
        then |= upwards(lowest(more));
        third += again;
        back |= count(there) > good + theirs;
    }
    if (!entry) return false;
    matters |= used;
    if (std::min(b.left, first + second) >= need) return true;
    matters |= then;
    return back && std::min(b.left, first + second + third) >= need;
}

// Whether a side takes so many tricks whenever it may be: with the highest trumps in one hand; or, where it does not
// lead and there is no trump, with the highest card of every suit the leader has, and more of the kind behind it.
template <int N>
bool later(const Board<N>& b, int leader, unsigned side, int need, Cards all, Cards& matters) {
    Cards ours = 0;
    for (int seat = 0; seat < N; ++seat)
        if (side >> seat & 1) ours |= b.hand[seat];
    if (b.p.trump >= 0) {
        Cards top = tops(ours, all, b.p.trump);
        for (int seat = 0; seat < N; ++seat)
            if (side >> seat & 1 && count(top & b.hand[seat]) >= need) {
                matters |= upwards(lowest(top));
                return true;
            }
        return false;
    }
    for (int suit = 0; suit < 4; ++suit) {
        if (!b.suit(leader, suit)) continue;
        Cards top = tops(ours, all, suit);
        if (!top) return false;
        int best = highest(top), owner = 0;
        while (!(b.hand[owner] & bit(best))) ++owner;
        matters |= upwards(best);
        int sure = owner == b.p.last;  // who never leads takes no other by himself
        for (int other = 0; other < 4 && sure < need && owner != b.p.last; ++other) {
            Cards run = tops(b.hand[owner], all, other);
            sure += count(run);
            if (run) matters |= upwards(lowest(run));
        }
        if (sure < need) return false;
    }
    return true;
}

// Whether a side that leads cannot take all tricks.
template <int N>
bool spoiled(const Board<N>& b, int leader, unsigned own, unsigned others, Cards all, Cards& matters) {
    if (own == 1u << leader) {
        // Alone, he must lead all his cards in the end. Where another has enough cards of a suit to keep one that is
        // higher than his first that is not sure, that card waits for it.
        for (int suit = 0; suit < 4; ++suit) {
            Cards mine = b.suit(leader, suit), top = tops(b.hand[leader], all, suit);
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
    if (count(own) > 2 || (b.p.trump >= 0 && all & suit_cards(b.p.trump))) return false;
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
    if (b.p.trump < 0)
        for (int mate = 0; mate < N; ++mate)
            if (own >> mate & 1 && mate != leader && mate != b.p.last &&
                holds([&](Cards& m) { return crossed(b, leader, mate, own_need, all, m); }))
                return eager;
    if (own_need == b.left && b.p.last < 0 && holds([&](Cards& m) { return spoiled(b, leader, own, others, all, m); })) return !eager;
    if (b.p.trump >= 0 && holds([&](Cards& m) { return later(b, leader, own, own_need, all, m); })) return eager;
    if (holds([&](Cards& m) { return later(b, leader, others, other_need, all, m); })) return !eager;
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
