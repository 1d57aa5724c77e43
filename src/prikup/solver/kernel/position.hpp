// The questions to the search, and its answers: the part that both builds of the search share with those who ask.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace prikup {

constexpr int SEATS = 4, NOBODY = 4;  // a talon card belongs to nobody who plays

// Seats are numbered in playing order. Cards lie in four lanes of sixteen bits, one a suit, the lowest rank first.
struct Position {
    int seats = 0;
    std::uint64_t hand[SEATS] = {};
    int leader = 0;
    int trump = -1;
    bool must_trump = false;
    int last = -1;           // the seat that always plays last
    unsigned counted = 0;    // the seats whose tricks are counted (bit NOBODY: those of the talon's dealer too)
    unsigned eager = 0;      // the seats that want those tricks to be many
    int lying = 0;
    int table[SEATS] = {};
    int talons = 0;
    int talon[SEATS * 4] = {};
    bool talon_takes = false;  // the talon's cards take tricks
    bool leader_again = false;

    // Whether what was found out about one holds for the other too, wherever the same cards are left.
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

// The tricks of the position, and those after each card, if asked for.
struct Answer {
    Bounds tricks;
    std::vector<Found> each;
    std::uint64_t nodes = 0;
};

// The tricks by seat, those of the talon's dealer at NOBODY.
using Taken = std::array<int, SEATS + 1>;

// The tricks of every seat that plays for itself alone, and after each card, if asked for. `sure`: it was not stopped.
struct Alone {
    bool sure = false;
    Taken taken{};
    std::vector<std::pair<int, Taken>> each;
    std::uint64_t nodes = 0;
};

// When to stop.
struct Limits {
    std::uint64_t nodes = ~std::uint64_t{0};  // of one position
    std::function<bool()> over = [] { return false; };  // asked every thousand nodes or so
};

// What a search can do without: to compare, and to measure what each is worth.
enum Part : unsigned { TABLE = 1, BOUNDS = 2, SKIPS = 4, HINTS = 8 };

// Searches one position after the other, and remembers what holds for like ones.
class Solver {
public:
    virtual ~Solver() = default;
    // The tricks of the counted seats, each card's own if `each`; values outside `within` come as its nearest end.
    virtual Answer solve(const Position&, bool each, Bounds within, const Limits&) = 0;
    // Every seat for itself alone: all are eager for their own tricks, or none is. Nothing is remembered for the next.
    virtual Alone max_n(const Position&, bool each, const Limits&) = 0;
    // The tricks of every seat after each card, if all go on by a rule of thumb.
    virtual std::vector<std::pair<int, Taken>> playout(const Position&, bool alone) = 0;
    // How many of these cards that rule of thumb would not have played; those of the seat `own` do not count.
    virtual int surprises(const Position&, bool alone, const std::vector<int>& cards, int own) = 0;
};

namespace plain {
std::unique_ptr<Solver> solver(std::size_t memory, unsigned without);
}
namespace bmi2 {
std::unique_ptr<Solver> solver(std::size_t memory, unsigned without);
}

}  // namespace prikup
