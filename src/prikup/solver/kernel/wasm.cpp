// The solver as a WebAssembly module: a question and its answer are 32-bit words in its memory. `room` returns the
// address to which the words of a question are written. `ask` answers the question and returns the number of words of
// the answer, which are at the address `said`, or a negative error code. While searching, the module polls the host's
// function `over`. It is single-threaded and without exceptions. The client is prikup/solver/wasm.py.
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "question.hpp"

#define OFFERED(NAME) extern "C" __attribute__((export_name(NAME)))

extern "C" __attribute__((import_module("host"), import_name("over"))) int host_is_over();

namespace {

using prikup::Asked;
using prikup::card_of;
using Word = std::int32_t;

enum What : Word { MAKE, DROP, SOLVE, MAX_N, PLAYOUTS, SURPRISES };
enum Refusal : Word { CANNOT_BE = -1, CANNOT_BE_PLAYED = -2 };

std::vector<Word> question, answer;
std::vector<std::unique_ptr<prikup::Solver>> solvers;  // the slot of a dropped solver is reused

// Reads the words of a question; `whole` is false once words are missing.
class Reader {
public:
    explicit Reader(std::span<const Word> words) : left(words) {}

    bool whole = true;

    Word word() {
        if (left.empty()) {
            whole = false;
            return 0;
        }
        const Word first = left.front();
        left = left.subspan(1);
        return first;
    }

    std::uint64_t two_words() {
        const std::uint32_t low = word(), high = word();
        return std::uint64_t{high} << 32 | low;
    }

    std::span<const Word> counted() {
        const std::size_t many = std::uint32_t(word());
        if (many > left.size()) {
            whole = false;
            return {};
        }
        const auto words = left.first(many);
        left = left.subspan(many);
        return words;
    }

    std::optional<Asked> position() {
        const std::size_t seats = std::uint32_t(word());
        if (seats > prikup::SEATS) return {};
        std::uint64_t hands[prikup::SEATS] = {};
        for (std::size_t seat = 0; seat < seats; ++seat) hands[seat] = two_words();
        const Word leader = word(), trump = word(), ace_low = word(), must_trump = word(), last = word(), counts = word(),
                   eager = word(), talon_takes = word(), leader_again = word();
        const auto table = counted(), talon = counted();
        if (!whole) return {};
        return prikup::asked({hands, seats}, leader, trump, ace_low, must_trump, last, counts, eager, table, talon, talon_takes,
                             leader_again);
    }

private:
    std::span<const Word> left;
};

void say(std::initializer_list<Word> words) { answer.insert(answer.end(), words); }

void say_nodes(std::uint64_t nodes) { say({Word(nodes), Word(nodes >> 32)}); }

void say_tricks(const Asked& asked, const prikup::Taken& taken) {
    for (int tricks : prikup::takers(asked.position, taken)) say({tricks});
}

Word make(Reader& asks) {
    const std::size_t memory = std::uint32_t(asks.word());
    const unsigned without = asks.word();
    if (!asks.whole) return CANNOT_BE;
    std::size_t at = 0;
    while (at < solvers.size() && solvers[at]) ++at;
    if (at == solvers.size()) solvers.emplace_back();
    solvers[at] = prikup::plain::solver(memory, without);
    say({Word(at)});
    return 1;
}

// For each position, the answer has the minimum and maximum number of tricks, the nodes and the number of cards, and
// then for each card its number and its bounds.
Word solve(prikup::Solver& solver, Reader& asks, const prikup::Limits& limits) {
    const bool each = asks.word();
    const int least = asks.word(), most = asks.word();
    for (Word many = asks.word(); many > 0 && asks.whole; --many) {
        const auto asked = asks.position();
        if (!asked) return CANNOT_BE;
        const prikup::Answer found = solver.solve(asked->position, each, {least, most}, limits);
        say({found.tricks.least, found.tricks.most});
        say_nodes(found.nodes);
        say({Word(found.each.size())});
        for (const auto& [card, tricks] : found.each) say({card_of(card, asked->ace_low), tricks.least, tricks.most});
    }
    return asks.whole ? 1 : CANNOT_BE;
}

// The answer has the nodes, the number of takers (0 if the search was stopped) and the tricks of each taker, and then
// the number of cards, and for each card its number and the tricks of each taker.
Word max_n(prikup::Solver& solver, Reader& asks, const prikup::Limits& limits) {
    const bool each = asks.word();
    const auto asked = asks.position();
    if (!asked || !prikup::all_alike(asked->position)) return CANNOT_BE;
    const prikup::Alone found = solver.max_n(asked->position, each, limits);
    say_nodes(found.nodes);
    if (!found.sure) {
        say({0});
        return 1;
    }
    say({Word(prikup::takers(asked->position, found.taken).size())});
    say_tricks(*asked, found.taken);
    say({Word(found.each.size())});
    for (const auto& [card, taken] : found.each) {
        say({card_of(card, asked->ace_low)});
        say_tricks(*asked, taken);
    }
    return 1;
}

// For each position, the answer has the number of takers and the number of cards, and then for each card its number and
// the tricks of each taker.
Word playouts(prikup::Solver& solver, Reader& asks) {
    const bool alone = asks.word();
    for (Word many = asks.word(); many > 0 && asks.whole; --many) {
        const auto asked = asks.position();
        if (!asked) return CANNOT_BE;
        const auto found = solver.playout(asked->position, alone);
        say({Word(prikup::takers(asked->position, {}).size()), Word(found.size())});
        for (const auto& [card, taken] : found) {
            say({card_of(card, asked->ace_low)});
            say_tricks(*asked, taken);
        }
    }
    return asks.whole ? 1 : CANNOT_BE;
}

Word surprises(prikup::Solver& solver, Reader& asks) {
    const bool alone = asks.word();
    const Word own = asks.word();
    const auto asked = asks.position();
    const auto cards = asks.counted();
    if (!asked || !asks.whole) return CANNOT_BE;
    const auto played = prikup::played(*asked, cards);
    const int found = played ? solver.surprises(asked->position, alone, *played, own) : -1;
    if (found < 0) return CANNOT_BE_PLAYED;
    say({found});
    return 1;
}

Word answered(Reader& asks) {
    const Word what = asks.word();
    if (what == MAKE) return make(asks);
    const std::size_t at = std::uint32_t(asks.word());
    if (at >= solvers.size() || !solvers[at]) return CANNOT_BE;
    prikup::Limits limits;
    limits.nodes = asks.two_words();
    limits.over = [] { return host_is_over() != 0; };
    switch (what) {
        case DROP: solvers[at].reset(); return 1;
        case SOLVE: return solve(*solvers[at], asks, limits);
        case MAX_N: return max_n(*solvers[at], asks, limits);
        case PLAYOUTS: return playouts(*solvers[at], asks);
        case SURPRISES: return surprises(*solvers[at], asks);
        default: return CANNOT_BE;
    }
}

}  // namespace

OFFERED("room") Word* room(std::uint32_t words) {
    question.resize(words);
    return question.data();
}

OFFERED("ask") Word ask() {
    answer.clear();
    Reader asks(question);
    const Word done = answered(asks);
    return done < 0 ? done : Word(answer.size());
}

OFFERED("said") const Word* said() { return answer.data(); }
