// Compiled once for each kind of processor, with PRIKUP_KERNEL as the name of its namespace: everything lives there.
#include "solve.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace prikup::PRIKUP_KERNEL {

std::uint64_t extract(std::uint64_t bits, std::uint64_t mask) {
#ifdef __BMI2__
    return _pext_u64(bits, mask);
#else
    std::uint64_t extracted = 0;
    for (std::uint64_t bit = 1; mask; mask &= mask - 1, bit <<= 1) {
        if (bits & mask & -mask) extracted |= bit;
    }
    return extracted;
#endif
}

}  // namespace prikup::PRIKUP_KERNEL
