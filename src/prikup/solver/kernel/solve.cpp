// Values of positions and cards, by searches with a null window ("at least `need`?"). Compiled once for any processor
// and once for those with BMI2.
#include "max_n.hpp"
#include "playout.hpp"
#include "position.hpp"
#include "search.hpp"
#include "table.hpp"

namespace prikup::PRIKUP_KERNEL {

namespace {

class Solving final : public Solver {
public:
    Solving(std::size_t memory, unsigned without) : known(memory), memory(memory), without(without) {}

    Answer solve(const Position& position, bool each, Bounds within, const Limits& limits) override {
        if (!position.like(before)) known.clear();
        before = position;
        switch (position.seats) {
            case 2: return solved<2>(position, each, within, limits);
            case 3: return solved<3>(position, each, within, limits);
            default: return solved<4>(position, each, within, limits);
        }
    }

    Alone max_n(const Position& position, bool each, const Limits& limits) override {
        known.clear();  // to keep within `memory`: max^n has a table of its own
        switch (position.seats) {
            case 2: return MaxN<2>(position, memory, limits).alone(each);
            case 3: return MaxN<3>(position, memory, limits).alone(each);
            default: return MaxN<4>(position, memory, limits).alone(each);
        }
    }

    std::vector<std::pair<int, Taken>> playout(const Position& position, bool alone) override {
        switch (position.seats) {
            case 2: return Playout<2>(position, alone).each();
            case 3: return Playout<3>(position, alone).each();
            default: return Playout<4>(position, alone).each();
        }
    }

    int surprises(const Position& position, bool alone, const std::vector<int>& cards, int own) override {
        switch (position.seats) {
            case 2: return Playout<2>(position, alone).surprises(cards, own);
            case 3: return Playout<3>(position, alone).surprises(cards, own);
            default: return Playout<4>(position, alone).surprises(cards, own);
        }
    }

private:
    Table known;
    const std::size_t memory;
    const unsigned without;
    Position before;

    template <int N>
    Answer solved(const Position& position, bool each, Bounds within, const Limits& limits) {
        Search<N> search(position, known, limits, without);
        Answer answer;
        const int tricks = search.tricks();
        const Bounds all{std::clamp(within.least, 0, tricks), std::clamp(within.most, 0, tricks)};
        std::vector<Cards> runs;
        if (each && tricks) runs = search.choices();  // before a stop can leave the hands inconsistent
        answer.tricks = all;
        narrow(search, answer.tricks, first(position, tricks), -1);
        cards(search, all, answer.tricks, runs, answer.each);
        answer.nodes = search.nodes;
        return answer;
    }

    // A first guess of the counted tricks; lower where nobody wants them, because there it is cheaper to raise the
    // guess.
    static int first(const Position& p, int left) {
        int guess = left * count(p.counted & ((1u << p.seats) - 1)) / p.seats;
        return p.counted % (1 << SEATS) == p.eager ? guess : guess / 2;
    }

    // The value of each card. None is better than the position; most are as good, or one trick worse.
    template <int N>
    void cards(Search<N>& search, Bounds all, Bounds value, const std::vector<Cards>& runs, std::vector<Found>& found) {
        const bool eager = search.eager();
        for (Cards run : runs) {
            Bounds tricks = eager ? Bounds{all.least, value.most} : Bounds{value.least, all.most};
            narrow(search, tricks, eager ? value.least - 1 : value.most, lowest(run));
            for (; run; run &= run - 1) found.push_back({lowest(run), tricks});
        }
    }

    // Searches until the bounds meet, starting next to `guess`.
    template <int N>
    void narrow(Search<N>& search, Bounds& tricks, int guess, int card) {
        int need = guess + 1;
        while (tricks.least < tricks.most && !search.stopped) {
            need = std::clamp(need, tricks.least + 1, tricks.most);
            const bool found = search.at_least(need, card);
            if (search.stopped) return;
            if (found) {
                tricks.least = need++;
            } else {
                tricks.most = --need;
            }
        }
    }
};

}  // namespace

std::unique_ptr<Solver> solver(std::size_t memory, unsigned without) { return std::make_unique<Solving>(memory, without); }

}  // namespace prikup::PRIKUP_KERNEL
