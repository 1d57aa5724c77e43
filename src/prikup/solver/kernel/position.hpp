// Input and output types of the search, shared by both builds of the kernel and the language bindings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace prikup {

constexpr int SEATS = 4, NOBODY = 4;  // NOBODY: the owner of talon cards

// Seats are numbered in playing order. Cards are bits in four lanes of sixteen, one lane per suit, lowest rank first.
struct Position {
    int seats = 0;
    std::uint64_t hand[SEATS] = {};
    int leader = 0;
    int trump = -1;
    bool must_trump = false;
    int last = -1;           // the seat that always plays last
    unsigned counted = 0;    // the seats whose tricks are counted (bit NOBODY: the talon's dealer)
    unsigned eager = 0;      // the seats that want the counted tricks to be many
    int lying = 0;
    int table[SEATS] = {};
    int talons = 0;
    int talon[SEATS * 4] = {};
    bool talon_takes = false;  // talon cards can win tricks
    bool leader_again = false;

    // Whether results of a search for one position also apply to the other position once their remaining cards are
    // equal.
    bool like(const Position& other) const {
        return seats == other.seats && trump == other.trump && must_trump == other.must_trump && last == other.last &&
               counted == other.counted && eager == other.eager;
    }
};

struct Bounds {
    int least, most;
};

struct Found {
    int card;
    Bounds tricks;
};

// The bounds of the counted tricks and, if requested, the bounds after each card.
struct Answer {
    Bounds tricks;
    std::vector<Found> each;
    std::uint64_t nodes = 0;
};

// The tricks by seat; the tricks of the talon's dealer are at index NOBODY.
using Taken = std::array<int, SEATS + 1>;

// The result of max^n: the tricks of each seat and, if requested, the tricks after each card. `sure` tells whether the
// search finished.
struct Alone {
    bool sure = false;
    Taken taken{};
    std::vector<std::pair<int, Taken>> each;
    std::uint64_t nodes = 0;
};

// Stopping conditions.
struct Limits {
    std::uint64_t nodes = ~std::uint64_t{0};  // per position
    std::function<bool()> over = [] { return false; };  // polled about every thousand nodes
};

// Optional techniques, which can be disabled to compare results and to measure their effect.
enum Part : unsigned { TABLE = 1, BOUNDS = 2, SKIPS = 4, HINTS = 8 };

// Searches positions one at a time; its table is reused for similar positions.
class Solver {
public:
    virtual ~Solver() = default;
    // Bounds of the counted tricks and, if `each`, of those after each card, clamped to the range `within`.
    virtual Answer solve(const Position&, bool each, Bounds within, const Limits&) = 0;
    // The tricks of each seat if every seat plays for itself; either all seats are eager for their own tricks or none
    // is. Nothing is cached between calls.
    virtual Alone max_n(const Position&, bool each, const Limits&) = 0;
    // The tricks of each seat after each card, if all seats then play by the heuristic of playout.hpp.
    virtual std::vector<std::pair<int, Taken>> playout(const Position&, bool alone) = 0;
    // The number of these cards that this heuristic would not have played; cards of the seat `own` are not counted.
    virtual int surprises(const Position&, bool alone, const std::vector<int>& cards, int own) = 0;
};

namespace plain {
std::unique_ptr<Solver> solver(std::size_t memory, unsigned without);
}
namespace bmi2 {
std::unique_ptr<Solver> solver(std::size_t memory, unsigned without);
}

}  // namespace prikup
