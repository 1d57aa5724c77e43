// What the binding calls, once for each kind of processor.
#pragma once

#include <cstdint>

namespace prikup::plain {
std::uint64_t extract(std::uint64_t bits, std::uint64_t mask);
}

namespace prikup::bmi2 {
std::uint64_t extract(std::uint64_t bits, std::uint64_t mask);
}
