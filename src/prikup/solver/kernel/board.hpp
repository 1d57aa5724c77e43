// The state of a search: the hands and the unfinished trick.
#pragma once

#include <algorithm>

#include "cards.hpp"
#include "position.hpp"

namespace prikup::PRIKUP_KERNEL {

// A trick of N seats, from its first card to its last.
template <int N>
struct Trick {
    Cards present;   // all cards of the hands and of this trick
    Cards lying = 0;  // the cards played to it
    int line[N];     // the seats in playing order
    int led = -1;    // the suit led
    int best = -1;   // the winning card so far
    int winner = 0;  // the seat that played `best`
};

template <int N>
struct Board {
    static constexpr unsigned EVERY = (1u << N) - 1;

    const Position& p;
    Cards hand[N];
    int left = 0;  // remaining tricks
    int whole;     // tricks in the initial position
    bool wanted;   // whether the seats whose tricks are counted want many of them

    explicit Board(const Position& position) : p(position), wanted(!((p.counted ^ p.eager) & EVERY)) {
        for (int seat = 0; seat < N; ++seat) {
            hand[seat] = p.hand[seat];
            left = std::max(left, count(hand[seat]));
        }
        whole = left;
    }

    bool counts(int seat) const { return p.counted >> seat & 1; }
    Cards suit(int seat, int suit) const { return hand[seat] & suit_cards(suit); }
    Cards trump_suit() const { return p.trump < 0 ? 0 : suit_cards(p.trump); }
    Cards trumps(int seat) const { return hand[seat] & trump_suit(); }
    int length(int seat, int suit) const { return count(this->suit(seat, suit)); }
    // The greatest length of a suit in another hand.
    int longest(int seat, int suit) const {
        int most = 0;
        for (int other = 0; other < N; ++other)
            if (other != seat) most = std::max(most, length(other, suit));
        return most;
    }
    Cards all() const {
        Cards cards = 0;
        for (int seat = 0; seat < N; ++seat) cards |= hand[seat];
        return cards;
    }

    // The seat whose hand contains a card.
    int holder(Cards one) const {
        int seat = 0;
        for (int other = 1; other < N; ++other) seat += (hand[other] & one) ? other : 0;
        return seat;
    }

    bool beats(int card, const Trick<N>& trick) const {
        int suit = suit_of(card);
        if (trick.best < 0) return suit == trick.led || suit == p.trump;
        return suit == suit_of(trick.best) ? card > trick.best : suit == p.trump;
    }

    // The strength of a card in a trick with this suit led: more than 16 for a trump, 0 if it cannot win.
    int power(int card, int led) const {
        int suit = suit_of(card);
        return suit == p.trump ? 17 + rank_of(card) : suit == led ? 1 + rank_of(card) : 0;
    }

    // The strength of the best card that a seat can play to a trick with this suit led.
    int reach(int seat, int led) const {
        Cards follow = suit(seat, led);
        if (!follow) follow = trumps(seat);
        return follow ? power(highest(follow), led) : 0;
    }

    Cards legal(int seat, const Trick<N>& trick) const {
        if (trick.led < 0) return hand[seat];
        if (Cards same = suit(seat, trick.led)) return same;
        if (p.must_trump)
            if (Cards trumps = this->trumps(seat)) return trumps;
        return hand[seat];
    }

    // The next trick, led by `leader` or by a talon card; `present` are the cards of the hands.
    Trick<N> begun(int leader, Cards present) const {
        Trick<N> trick;
        trick.present = present;
        int at = 0;
        for (int i = 0, seat = leader; i < N; ++i, seat = seat + 1 == N ? 0 : seat + 1)
            if (seat != p.last) trick.line[at++] = seat;
        if (p.last >= 0) trick.line[at] = p.last;
        trick.winner = trick.line[0];
        const int done = whole - left;
        if (done < p.talons) {
            trick.led = suit_of(p.talon[done]);
            if (p.talon_takes) {
                for (int i = done; i < p.talons; ++i) trick.present |= bit(p.talon[i]);
                trick.best = p.talon[done];
                trick.lying = bit(trick.best);
                trick.winner = NOBODY;
            }
        }
        return trick;
    }

    void lay(Trick<N>& trick, int seat, int card) const {
        if (trick.led < 0) trick.led = suit_of(card);
        trick.lying |= bit(card);
        if (beats(card, trick)) {
            trick.best = card;
            trick.winner = seat;
        }
    }

    // The leader of the trick after `trick`, which is finished and no longer counted in `left`.
    int next_leader(const Trick<N>& trick) const {
        const int done = whole - left;
        int leader = trick.winner == NOBODY ? 0 : trick.winner;
        if (p.talons && (done < p.talons || (done == p.talons && p.leader_again))) leader = p.leader;
        if (leader == p.last) leader = leader + 1 == N ? 0 : leader + 1;  // a seat that always plays last never leads
        return leader;
    }
};

}  // namespace prikup::PRIKUP_KERNEL
