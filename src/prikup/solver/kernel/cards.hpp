// Cards as the search sees them: 64 bits in four lanes of sixteen, one lane a suit, one bit a rank, 0 the lowest.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace prikup::PRIKUP_KERNEL {

using u64 = std::uint64_t;
using Cards = u64;

constexpr Cards LANE = 0x1FFF;

constexpr int lane(int suit) { return 16 * suit; }
constexpr Cards suit_of_lane(int suit) { return LANE << lane(suit); }
constexpr int suit_of(int card) { return card >> 4; }
constexpr Cards bit(int card) { return Cards{1} << card; }
inline int lowest(Cards cards) { return std::countr_zero(cards); }
inline int highest(Cards cards) { return 63 - std::countl_zero(cards); }
inline int count(Cards cards) { return std::popcount(cards); }

// A card and all ranks of its suit above it.
constexpr Cards upwards(int card) { return suit_of_lane(suit_of(card)) & -bit(card); }

#if defined(__BMI2__)
inline u64 packed(u64 from, u64 mask) { return _pext_u64(from, mask); }
inline u64 spread(u64 from, u64 mask) { return _pdep_u64(from, mask); }
#else
// The bits of `from` where `mask` has bits, packed together at the low end.
inline u64 packed(u64 from, u64 mask) {
    u64 found = 0;
    for (u64 one = 1; mask; one <<= 1) {
        if (from & mask & -mask) found |= one;
        mask &= mask - 1;
    }
    return found;
}

// The low bits of `from`, spread over the places where `mask` has bits.
inline u64 spread(u64 from, u64 mask) {
    u64 found = 0;
    for (; mask; mask &= mask - 1, from >>= 1)
        if (from & 1) found |= mask & -mask;
    return found;
}
#endif

}  // namespace prikup::PRIKUP_KERNEL
