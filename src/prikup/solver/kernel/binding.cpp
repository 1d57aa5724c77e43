// The solver as a Python extension: positions in, bounds out, on several threads without the interpreter lock.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <tuple>

#if defined(PRIKUP_BMI2)
#include <cpuid.h>
#endif

#include "question.hpp"

namespace nb = nanobind;

namespace {

using prikup::Answer;
using prikup::Asked;
using prikup::card_of;
using prikup::Position;
using std::uint64_t;

auto cannot_be() { return nb::value_error("a position that cannot be"); }

#if defined(PRIKUP_BMI2)
// Whether the processor has BMI2 and AVX2 and the system saves the wide registers. Uses CPUID directly: when linked by
// Zig, __builtin_cpu_supports always returns false.
bool processor_has_bmi2() {
    unsigned a = 0, b = 0, c = 0, d = 0, kept = 0, high = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return false;
    __asm__ volatile("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
    if ((kept & 6) != 6) return false;  // SSE and AVX state
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_BMI2) && (b & bit_AVX2);
}
#endif

// Selects the build for this processor; PRIKUP_KERNEL=plain in the environment selects the portable one.
bool has_bmi2() {
#if defined(PRIKUP_BMI2)
    const char* wanted = std::getenv("PRIKUP_KERNEL");
    return processor_has_bmi2() && !(wanted && std::string_view(wanted) == "plain");
#else
    return false;
#endif
}

std::unique_ptr<prikup::Solver> solver(std::size_t memory, unsigned without) {
#if defined(PRIKUP_BMI2)
    static const bool best = has_bmi2();
    if (best) return prikup::bmi2::solver(memory, without);
#endif
    return prikup::plain::solver(memory, without);
}

struct Cancel {
    std::atomic<bool> cancelled = false;
};

// The conditions that stop a search: a timeout, cancellation, or Ctrl+C, which only the calling thread checks.
class Stop {
public:
    Stop(std::optional<double> seconds, const Cancel* cancel) : cancel(cancel) {
        if (seconds && *seconds < 1e6)
            until = clock::now() + std::chrono::nanoseconds(static_cast<std::int64_t>(std::max(0.0, *seconds) * 1e9));
    }

    std::atomic<bool> asked = false, interrupted = false;

    prikup::Limits limits(std::optional<uint64_t> nodes, bool hears) {
        prikup::Limits limits;
        if (nodes) limits.nodes = *nodes;
        limits.over = [this, hears, heard = clock::now()]() mutable {
            auto now = clock::now();
            if (now > until || (cancel && cancel->cancelled)) asked = true;
            if (hears && now - heard > std::chrono::milliseconds(50)) {
                heard = now;
                nb::gil_scoped_acquire lock;
                if (PyErr_CheckSignals()) interrupted = asked = true;
            }
            return asked.load();
        };
        return limits;
    }

private:
    using clock = std::chrono::steady_clock;

    clock::time_point until = clock::time_point::max();
    const Cancel* cancel;
};

using Range = std::tuple<int, int>;
using Row = std::tuple<Range, std::vector<std::tuple<int, Range>>, uint64_t>;
using All = std::tuple<std::optional<std::vector<int>>, std::vector<std::tuple<int, std::vector<int>>>, uint64_t>;
using Played = std::vector<std::tuple<int, std::vector<int>>>;

// One search per thread, each with its own table.
class Searches {
public:
    Searches(int threads, std::size_t memory, unsigned without) {
        if (threads < 1 || threads > 1024) throw nb::value_error("1 to 1024 threads");
        for (int i = 0; i < threads; ++i) solvers.push_back(solver(memory / threads, without));
    }

    std::vector<Row> solve(const std::vector<Asked>& positions, bool each, int least, int most, std::optional<uint64_t> nodes,
                           std::optional<double> seconds, const Cancel* cancel) {
        std::unique_lock alone(busy, std::try_to_lock);
        if (!alone) throw std::runtime_error(AT_WORK);
        Stop stop(seconds, cancel);
        std::vector<Answer> answers(positions.size());
        std::atomic<std::size_t> next = 0;
        std::exception_ptr error;
        std::mutex once;

        auto work = [&](std::size_t thread) {
            const prikup::Limits limits = stop.limits(nodes, !thread);
            try {
                for (std::size_t i; (i = next++) < positions.size();)
                    answers[i] = solvers[thread]->solve(positions[i].position, each, {least, most}, limits);
            } catch (...) {
                std::lock_guard lock(once);
                error = std::current_exception();
                stop.asked = true;
            }
        };
        {
            nb::gil_scoped_release unlocked;
            std::vector<std::jthread> others;
            for (std::size_t thread = 1; thread < std::min(solvers.size(), positions.size()); ++thread) others.emplace_back(work, thread);
            work(0);
        }
        if (stop.interrupted) throw nb::python_error();
        if (error) std::rethrow_exception(error);
        std::vector<Row> rows;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Answer& answer = answers[i];
            std::vector<std::tuple<int, Range>> found;
            for (auto [card, tricks] : answer.each)
                found.emplace_back(card_of(card, positions[i].ace_low), Range{tricks.least, tricks.most});
            rows.emplace_back(Range{answer.tricks.least, answer.tricks.most}, std::move(found), answer.nodes);
        }
        return rows;
    }

    // The tricks of each seat and of the talon's dealer, if any; nothing if the search was stopped.
    All max_n(const Asked& asked, bool each, std::optional<uint64_t> nodes, std::optional<double> seconds, const Cancel* cancel) {
        std::unique_lock alone(busy, std::try_to_lock);
        if (!alone) throw std::runtime_error(AT_WORK);
        const Position& position = asked.position;
        if (!prikup::all_alike(position)) throw cannot_be();
        Stop stop(seconds, cancel);
        prikup::Alone found;
        {
            nb::gil_scoped_release unlocked;
            found = solvers[0]->max_n(position, each, stop.limits(nodes, true));
        }
        if (stop.interrupted) throw nb::python_error();
        if (!found.sure) return {std::nullopt, {}, found.nodes};
        std::vector<std::tuple<int, std::vector<int>>> cards;
        for (const auto& [card, taken] : found.each)
            cards.emplace_back(card_of(card, asked.ace_low), prikup::takers(position, taken));
        return {prikup::takers(position, found.taken), std::move(cards), found.nodes};
    }

    // The tricks of each seat and of the talon's dealer, if any, after each card of each position.
    std::vector<Played> playouts(const std::vector<Asked>& positions, bool alone) {
        std::vector<Played> rows;
        for (const Asked& asked : positions) {
            Played row;
            for (const auto& [card, taken] : solvers[0]->playout(asked.position, alone))
                row.emplace_back(card_of(card, asked.ace_low), prikup::takers(asked.position, taken));
            rows.push_back(std::move(row));
        }
        return rows;
    }

    // The number of cards that the heuristic would not have played, among the cards played since the start of a trick;
    // each card must be in the hand that plays it.
    int surprises(const Asked& asked, bool alone, const std::vector<int>& cards, int own) {
        const auto played = prikup::played(asked, cards);
        const int found = played ? solvers[0]->surprises(asked.position, alone, *played, own) : -1;
        if (found < 0) throw nb::value_error("cards that cannot be played");
        return found;
    }

private:
    static constexpr const char* AT_WORK = "this solver is at work for another thread";

    std::mutex busy;
    std::vector<std::unique_ptr<prikup::Solver>> solvers;
};

}  // namespace

NB_MODULE(native, module) {
    module.attr("kernel") = has_bmi2() ? "bmi2" : "plain";
    nb::class_<Asked>(module, "Position")
        .def("__init__",
             [](Asked* self, const std::vector<uint64_t>& hands, int leader, int trump, bool ace_low, bool must_trump, int last,
                unsigned counted, unsigned eager, const std::vector<int>& table, const std::vector<int>& talon, bool talon_takes,
                bool leader_again) {
                 auto whole = prikup::asked(hands, leader, trump, ace_low, must_trump, last, counted, eager, table, talon,
                                            talon_takes, leader_again);
                 if (!whole) throw cannot_be();
                 new (self) Asked(*whole);
             });
    nb::class_<Cancel>(module, "Cancel").def(nb::init<>()).def("cancel", [](Cancel& self) { self.cancelled = true; });
    nb::class_<Searches>(module, "Solver")
        .def(nb::init<int, std::size_t, unsigned>())
        .def("solve", &Searches::solve, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg().none())
        .def("surprises", &Searches::surprises)
        .def("playouts", &Searches::playouts)
        .def("max_n", &Searches::max_n, nb::arg(), nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg().none());
}
