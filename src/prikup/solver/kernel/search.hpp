// The search: do the counted seats take at least `need` tricks, if the eager seats want that and the others oppose it?
#pragma once

#include <utility>
#include <vector>

#include "board.hpp"
#include "bounds.hpp"
#include "ordering.hpp"
#include "table.hpp"

namespace prikup::PRIKUP_KERNEL {

// A search for N seats. A trick is played card by card; at the boundary between two tricks, bounds and table are
// consulted. A result holds for every position with the same suit lengths in which the cards of `relevant` have the
// same owners; in each suit, `relevant` covers all ranks from some rank upwards.
template <int N>
class Search {
public:
    Search(const Position& position, Table& table, const Limits& limits, unsigned without)
        : p(position), b(position), table(table), limits(limits), without(without) {
        for (int seat = 0; seat < N; ++seat)
            for (int suit = 0; suit < 4; ++suit) lengths += u64(b.length(seat, suit)) << (16 * seat + 4 * suit);
    }

    // Search from the initial position. `card`: try only this card first (-1: any). The result is valid only if not
    // `stopped`.
    bool at_least(int need, int card = -1) {
        only = card;
        Cards relevant = 0;
        Trick<N> trick = now();
        switch (p.lying) {
            case 0: return play<0>(trick, need, relevant);
            case 1: return play<1 % N>(trick, need, relevant);
            case 2: return play<2 % N>(trick, need, relevant);
            default: return play<3 % N>(trick, need, relevant);
        }
    }

    // The legal cards, one set per run (sequence of equivalent cards of a hand).
    std::vector<Cards> choices() const {
        Trick<N> trick = now();
        Cards legal = b.legal(trick.line[p.lying], trick);
        std::vector<Cards> found;
        for (Cards low = runs(legal, trick.present); low; low &= low - 1) found.push_back(run(lowest(low), legal, trick.present));
        return found;
    }

    // Whether the seat to play wants many tricks.
    bool eager() const { return p.eager >> b.begun(p.leader, 0).line[p.lying] & 1; }

    int tricks() const { return b.left; }

    u64 nodes = 0;  // boundaries between tricks visited
    bool stopped = false;  // stays set, because hands are not restored and results on the way up are invalid

private:
    const Position& p;
    Board<N> b;
    Table& table;
    const Limits& limits;
    const unsigned without;
    static constexpr unsigned MANY = 16;  // above this number of entries of a shape, bounds are faster than the table

    int only = -1, hint = -1, chosen = -1;
    u64 lengths = 0;  // suit lengths of each seat, four bits each

    // The key of a shape (the leader and the lengths of all suits). The leader takes the bits of the last seat's last
    // suit, whose length follows from the others.
    u64 key(int leader) const { return (lengths & ~(u64{15} << 60)) | u64(leader) << 60; }

    // Count a node; return whether the search may continue.
    bool watch() {
        stopped = (nodes % 1024 == 0 && limits.over()) || ++nodes > limits.nodes;
        return !stopped;
    }

    Trick<N> now() const {
        Trick<N> trick = b.begun(p.leader, b.all());
        for (int i = 0; i < p.lying; ++i) {
            trick.present |= bit(p.table[i]);
            b.lay(trick, trick.line[i], p.table[i]);
        }
        return trick;
    }

    template <int K>
    bool play(Trick<N>& trick, int need, Cards& relevant) {
        const int led = trick.led, best = trick.best, winner = trick.winner;
        const int seat = trick.line[K];
        const bool eager = p.eager >> seat & 1;
        Cards legal = b.legal(seat, trick), choice = runs(legal, trick.present);
        if (only >= 0) choice = bit(std::exchange(only, -1));
        int card = -1;  // the only card, or the hint; the other cards are ordered only if it does not decide the result
        if (!(choice & (choice - 1)))
            card = lowest(choice);
        else if (K == 0 && hint >= 0 && choice & bit(hint))
            card = hint;
        Order order;
        Cards every = 0, alike = 0, left = choice;
        for (; left & ~alike; card = -1) {
            if (card < 0) {
                if (!order.known()) arrange<K>(trick, seat, eager, left, order);
                card = order.best(left & ~alike);
            }
            left ^= bit(card);
            Cards matters = 0;
            b.hand[seat] ^= bit(card);
            const u64 step = u64{1} << (16 * seat + 4 * suit_of(card));
            lengths -= step;
            b.lay(trick, seat, card);
            bool found;
            if constexpr (K + 1 == N)
                found = finish(trick, need, matters);
            else
                found = play<K + 1>(trick, need, matters);
            lengths += step;
            b.hand[seat] ^= bit(card);
            trick.lying ^= bit(card);
            trick.led = led;
            trick.best = best;
            trick.winner = winner;
            if (stopped) return false;
            if (found == eager) {
                if constexpr (K == 0) chosen = card;
                relevant |= matters;
                return found;
            }
            // The seat could have played any card of the run, so the owners of all cards down to this one are relevant.
            if (matters & run(card, b.hand[seat], trick.present) & ~bit(card)) matters |= upwards(card);
            every |= matters;
            // A lower card of the suit is as good if, like this one, it is below every relevant card.
            Cards suit = suit_cards(suit_of(card)), mattered = matters & suit;
            Cards below = mattered ? suit & (bit(lowest(mattered)) - 1) : suit;
            if (below & bit(card) && !(without & SKIPS)) alike |= below;
        }
        if constexpr (K == 0) chosen = -1;
        relevant |= every;
        return !eager;
    }

    template <int K>
    void arrange(const Trick<N>& trick, int seat, bool eager, Cards choice, Order& order) {
        const unsigned own = eager ? p.eager : b.EVERY & ~p.eager;
        const bool wants = eager == b.counts(seat);  // whether this seat's side wants the trick
        if (K == 0 && trick.led < 0) {
            if (wants)
                order_leads(b, trick, own, choice, order);
            else
                order_lures(b, trick, own, choice, order);
        } else if (wants) {
            order_takes<K>(b, trick, own, choice, order);
        } else {
            order_ducks<K>(b, trick, own, choice, order);
        }
    }

    bool finish(const Trick<N>& trick, int need, Cards& relevant) {
        --b.left;
        bool found = boundary(b.next_leader(trick), need - b.counts(trick.winner), trick.present & ~trick.lying, relevant);
        ++b.left;
        if (trick.best >= 0 && trick.lying & suit_cards(suit_of(trick.best)) & ~bit(trick.best)) relevant |= upwards(trick.best);
        return found;
    }

    bool boundary(int leader, int need, Cards present, Cards& relevant) {
        if (need <= 0) return true;
        if (need > b.left) return false;
        if (b.whole - b.left < p.talons) {
            if (!watch()) return false;
            Trick<N> trick = b.begun(leader, b.all());
            return play<0>(trick, need, relevant);
        }
        if (b.left == 1) return last_trick(leader, relevant);
        if (!watch()) return false;
        const Cards odd = b.hand[1] | (N > 3 ? b.hand[3 % N] : 0), high = (N > 2 ? b.hand[2 % N] : 0) | (N > 3 ? b.hand[3 % N] : 0);
        const Pattern pattern{packed(odd, present), packed(high, present)};
        const Table::Shape shape = table.shape(key(leader), N * b.left > 32);
        auto remembered = [&](bool& value) {
            const Known entry = shape.find(pattern, need);
            if (entry.most < 0) return false;
            relevant |= spread(entry.relevant, present);
            value = entry.least >= need;
            return true;
        };
        const bool many = shape.many > MANY;
        bool value = false;
        if (!many && remembered(value)) return value;
        const bool bounded = !(without & BOUNDS), fewest = bounded && !b.wanted && p.trump < 0;
        int sure = -1;
        if (bounded && b.wanted) sure = certain_most(b, leader, need, present, relevant);
        if (fewest) sure = certain_fewest(b, leader, need, present, relevant);
        if (sure >= 0) return sure;
        if (many && remembered(value)) return value;
        if (fewest) sure = certain_twice(b, leader, need, relevant);
        if (sure >= 0) return sure;
        Cards matters = 0;
        hint = without & HINTS ? -1 : shape.hint;
        Trick<N> trick = b.begun(leader, present);
        value = play<0>(trick, need, matters);
        if (stopped) return false;
        matters = closed(matters);
        relevant |= matters;
        if (!(without & TABLE))
            table.add(shape, pattern, packed(matters, present), value ? need : 0, value ? b.left : need - 1, chosen);
        return value;
    }

    // The last trick: each seat has one card.
    bool last_trick(int leader, Cards& relevant) const {
        int winner = leader, best = lowest(b.hand[leader]), same = 1;
        for (int seat = 0; seat < N; ++seat) {
            if (seat == leader) continue;
            int card = lowest(b.hand[seat]);
            if (suit_of(card) == suit_of(best)) {
                ++same;
                if (card > best) {
                    best = card;
                    winner = seat;
                }
            } else if (suit_of(card) == p.trump) {
                best = card;
                winner = seat;
                same = 1;
            }
        }
        if (same > 1) relevant |= upwards(best);
        return b.counts(winner);
    }
};

}  // namespace prikup::PRIKUP_KERNEL
