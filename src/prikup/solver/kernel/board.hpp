// Who holds what, and what lies on the table.
#pragma once

#include <algorithm>

#include "cards.hpp"
#include "position.hpp"

namespace prikup::PRIKUP_KERNEL {

// A trick of N seats from its first card to its last.
template <int N>
struct Trick {
    Cards present;           // all cards of the hands and of this trick
    std::int8_t line[N];     // the seats, in the order in which they play
    std::int8_t led = -1;    // the suit
    std::int8_t best = -1;   // the card that is winning
    std::int8_t winner = 0;  // whose it is
    std::int8_t lying = 0;
    std::int8_t cards[N + 1];
};

template <int N>
struct Board {
    static constexpr unsigned EVERY = (1u << N) - 1;

    const Position& p;
    Cards hand[N];
    int left = 0;  // tricks
    bool wanted;   // whether the counted seats want their tricks to be many

    explicit Board(const Position& position) : p(position), wanted(!((p.counted ^ p.eager) & EVERY)) {
        for (int seat = 0; seat < N; ++seat) {
            hand[seat] = p.hand[seat];
            left = std::max(left, count(hand[seat]));
        }
    }

    bool counts(int seat) const { return p.counted >> seat & 1; }
    Cards suit(int seat, int suit) const { return hand[seat] & suit_cards(suit); }
    Cards trumps(int seat) const { return p.trump < 0 ? 0 : suit(seat, p.trump); }
    int length(int seat, int suit) const { return count(this->suit(seat, suit)); }
    Cards all() const {
        Cards cards = 0;
        for (int seat = 0; seat < N; ++seat) cards |= hand[seat];
        return cards;
    }

    bool beats(int card, const Trick<N>& trick) const {
        int suit = suit_of(card);
        if (trick.best < 0) return suit == trick.led || suit == p.trump;
        return suit == suit_of(trick.best) ? card > trick.best : suit == p.trump;
    }

    // What a card is worth in a trick in which this suit is led: more than 16 for a trump, 0 if it cannot win.
    int power(int card, int led) const {
        int suit = suit_of(card);
        return suit == p.trump ? 17 + rank_of(card) : suit == led ? 1 + rank_of(card) : 0;
    }

    // The most that a seat can play to it.
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
};

}  // namespace prikup::PRIKUP_KERNEL
