// Conversion and validation of input from the bindings (the Python extension, the C ABI).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "position.hpp"

namespace prikup {

// Conversion between the package's cards or masks (13 ranks per suit, twos first) and lanes. A low ace is the lowest
// rank.
inline int lane_of(int card, bool ace_low) { return card / 13 * 16 + (ace_low ? (card % 13 + 1) % 13 : card % 13); }
inline int card_of(int lane, bool ace_low) { return lane / 16 * 13 + (ace_low ? (lane % 16 + 12) % 13 : lane % 16); }

inline std::uint64_t lanes_of(std::uint64_t mask, bool ace_low) {
    std::uint64_t lanes = 0;
    for (; mask; mask &= mask - 1) lanes |= std::uint64_t{1} << lane_of(__builtin_ctzll(mask), ace_low);
    return lanes;
}

struct Asked {
    Position position;
    bool ace_low;
};

// Build a position, or return nothing if it is invalid. Everything that the search relies on is checked here, so no
// input can make it read or write outside its arrays.
inline std::optional<Asked> asked(std::span<const std::uint64_t> hands, int leader, int trump, bool ace_low, bool must_trump,
                                  int last, unsigned counted, unsigned eager, std::span<const int> table,
                                  std::span<const int> talon, bool talon_takes, bool leader_again) {
    Position p;
    p.seats = static_cast<int>(hands.size());
    if (p.seats < 2 || p.seats > SEATS || leader < 0 || leader >= p.seats || trump < -1 || trump > 3 || last < -1 ||
        last >= p.seats || counted >> (NOBODY + 1) || eager >> p.seats || static_cast<int>(table.size()) >= p.seats)
        return {};
    std::uint64_t seen = 0;
    bool wrong = false;
    int most = 0;
    auto see = [&](std::uint64_t cards) {
        wrong |= cards >> 52 || seen & cards;
        seen |= cards;
        return !wrong;
    };
    auto see_card = [&](int card) { return card >= 0 && card < 52 && see(std::uint64_t{1} << card); };
    for (int seat = 0; seat < p.seats; ++seat) {
        if (!see(hands[seat])) return {};
        p.hand[seat] = lanes_of(hands[seat], ace_low);
        most = std::max(most, __builtin_popcountll(hands[seat]));
    }
    if (most > 16 || static_cast<int>(talon.size()) > most) return {};
    p.leader = leader;
    p.trump = trump;
    p.must_trump = must_trump;
    p.last = last;
    p.counted = counted;
    p.eager = eager;
    for (int card : table) {
        if (!see_card(card)) return {};
        p.table[p.lying++] = lane_of(card, ace_low);
    }
    for (int card : talon) {
        if (!see_card(card)) return {};
        p.talon[p.talons++] = lane_of(card, ace_low);
    }
    p.talon_takes = talon_takes;
    p.leader_again = leader_again;
    int at = 0;
    for (int i = 0; i < p.seats; ++i) {
        int seat = (leader + i) % p.seats;
        if (seat == last) continue;
        if (__builtin_popcountll(hands[seat]) != most - (at++ < p.lying)) return {};
    }
    if (last >= 0 && __builtin_popcountll(hands[last]) != most) return {};
    return Asked{p, ace_low};
}

// Whether max^n is applicable: all seats are eager, or none is.
inline bool all_alike(const Position& position) { return !position.eager || position.eager + 1 == 1u << position.seats; }

// The tricks of each seat, followed by the tricks of the talon's dealer if there is one.
inline std::vector<int> takers(const Position& position, const Taken& taken) {
    std::vector<int> tricks(taken.begin(), taken.begin() + position.seats);
    if (position.talon_takes) tricks.push_back(taken[NOBODY]);
    return tricks;
}

// Convert the cards played since the start of a trick to lanes; nothing if the position has table or talon cards, or a
// card is out of range.
inline std::optional<std::vector<int>> played(const Asked& asked, std::span<const int> cards) {
    if (asked.position.lying || asked.position.talons) return {};
    std::vector<int> lanes;
    for (int card : cards) {
        if (card < 0 || card > 51) return {};
        lanes.push_back(lane_of(card, asked.ace_low));
    }
    return lanes;
}

}  // namespace prikup
