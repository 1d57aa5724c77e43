// Card sets of the search: 64 bits in four lanes of sixteen, one lane per suit, one bit per rank, the lowest rank
// first.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace prikup::PRIKUP_KERNEL {

using u64 = std::uint64_t;
using Cards = u64;

constexpr Cards ALL = 0x1FFF'1FFF'1FFF'1FFF;

constexpr Cards suit_cards(int suit) { return Cards{0x1FFF} << 16 * suit; }
constexpr int suit_of(int card) { return card >> 4; }
constexpr int rank_of(int card) { return card & 15; }
constexpr Cards bit(int card) { return Cards{1} << card; }
inline int lowest(Cards cards) { return std::countr_zero(cards); }
inline int highest(Cards cards) { return 63 - std::countl_zero(cards); }
inline int count(Cards cards) { return std::popcount(cards); }

// A card and all ranks of its suit above it.
constexpr Cards upwards(int card) { return suit_cards(suit_of(card)) & -bit(card); }

// All ranks of each suit up to its highest card.
inline Cards downwards(Cards cards) {
    cards |= cards >> 1 & 0x0FFF'0FFF'0FFF'0FFF;
    cards |= cards >> 2 & 0x07FF'07FF'07FF'07FF;
    cards |= cards >> 4 & 0x01FF'01FF'01FF'01FF;
    return cards | (cards >> 8 & 0x001F'001F'001F'001F);
}

// The cards of `mine` that no other hand's card of the suit beats.
inline Cards tops(Cards mine, Cards all) { return mine & ~downwards(all & ~mine); }

// The lowest card of each run of `mine`. A run is a sequence of cards in one hand with no other hand's card between
// them; its cards are equivalent. The addition carries from each card through the absent ranks to the next present one.
inline Cards runs(Cards mine, Cards all) { return mine & ~((mine << 1) + (ALL & ~all)); }

// The run whose lowest card is `card`.
inline Cards run(int card, Cards mine, Cards all) {
    Cards suit = upwards(card), others = all & ~mine & suit;
    return mine & suit & (others ? (others & -others) - 1 : ~Cards{0});
}

// All ranks of each suit from its lowest card in `cards` upwards.
inline Cards closed(Cards cards) {
    cards |= cards << 1 & 0x1FFE'1FFE'1FFE'1FFE;
    cards |= cards << 2 & 0x1FFC'1FFC'1FFC'1FFC;
    cards |= cards << 4 & 0x1FF0'1FF0'1FF0'1FF0;
    return cards | (cards << 8 & 0x1F00'1F00'1F00'1F00);
}

#if defined(__BMI2__)
inline u64 packed(u64 from, u64 mask) { return _pext_u64(from, mask); }
inline u64 spread(u64 from, u64 mask) { return _pdep_u64(from, mask); }
#else
// The bits of `from` at the positions set in `mask`, packed at the low end.
inline u64 packed(u64 from, u64 mask) {
    u64 found = 0;
    for (u64 one = 1; mask; one <<= 1) {
        if (from & mask & -mask) found |= one;
        mask &= mask - 1;
    }
    return found;
}

// The low bits of `from`, spread over the positions set in `mask`.
inline u64 spread(u64 from, u64 mask) {
    u64 found = 0;
    for (; mask; mask &= mask - 1, from >>= 1)
        if (from & 1) found |= mask & -mask;
    return found;
}
#endif

// The suits that contain a card, as the highest bit of each lane.
constexpr u64 EACH = 0x0001'0001'0001'0001;
constexpr u64 some(Cards cards) { return (cards + 0x7FFF * EACH) & EACH << 15; }

// All ranks of the first suit in `suits`, which has the form of a result of `some`.
inline Cards first_suit(u64 suits) { return suit_cards(lowest(suits) >> 4); }

// All but the lowest card of each suit.
constexpr Cards fewer(Cards cards) { return cards & (cards - (some(cards) >> 15)); }

// The ranks below the lowest card of each suit; all ranks of an empty suit.
constexpr Cards below(Cards cards) { return ((cards | EACH << 15) - EACH) & ~cards; }

// The number of own cards of a suit that are higher than the other hands' card of the same index, if both are sorted
// from the lowest upwards. Each such card may be forced to take a trick. The table is indexed by the own cards, packed
// over all remaining cards of the suit, with one more bit set above them.
constexpr auto EXPOSED = [] {
    std::array<std::uint8_t, 1 << 14> found{};
    for (unsigned all = 0; all < 1 << 13; all = 2 * all + 1)
        for (unsigned mine = 0; mine <= all; ++mine)
            for (unsigned own = mine, others = all & ~mine; own && others; own &= own - 1, others &= others - 1)
                found[(all + 1) | mine] += std::countr_zero(own) > std::countr_zero(others);
    return found;
}();

inline int exposed(Cards mine, Cards others) {
    const Cards all = mine | others;
    return EXPOSED[u64{1} << count(all) | packed(mine, all)];
}

}  // namespace prikup::PRIKUP_KERNEL
