// Max^n: the tricks of each seat if each plays for itself. Among cards equally good for itself, a seat plays the one
// that is worst for the next seat, then for the one after it, and so on; so the result is unique and independent of
// suit names.
#pragma once

#include <utility>
#include <vector>

#include "board.hpp"

namespace prikup::PRIKUP_KERNEL {

// The tricks of the seats, one byte each, with the first seat in the highest byte. The talon's dealer has all other
// tricks.
using Tricks = u64;

// A cache of positions between two tricks, up to the names of suits and seats. It holds at most `memory` bytes and is
// cleared when full.
class Positions {
public:
    // A position as a key of two words with 56 bits each; `low` is never 0.
    struct Key {
        u64 low, high;
    };

    explicit Positions(std::size_t memory) : limit(memory), slots(FIRST) {}

    // Look up a position; return whether it was found.
    bool find(const Key& key, Tricks& tricks) const {
        const Slot& slot = slots[at(key)];
        if (!slot.low) return false;
        u64 pairs = slot.low >> 56 | slot.high >> 56 << 16;
        tricks = (pairs | pairs << 4) & 0x0F0F'0F0F;
        return true;
    }

    // Add a position. The tricks of each seat fit into four bits: of at most 16 tricks at least one has been played.
    void add(const Key& key, Tricks tricks) {
        if (2 * ++used > slots.size()) grow();
        u64 pairs = tricks | tricks >> 4;
        slots[at(key)] = {key.low | pairs << 56, key.high | pairs >> 16 << 56};
    }

private:
    static constexpr std::size_t FIRST = 4096;
    static constexpr u64 KEY = ~u64{0} >> 8;

    // A key, with the tricks of two seats in the highest byte of each word.
    struct Slot {
        u64 low = 0, high = 0;
    };

    std::size_t at(const Key& key) const {
        u64 hash = (key.low ^ key.high * 0xC2B2AE3D27D4EB4Full) * 0x9E3779B97F4A7C15ull;
        std::size_t i = (hash ^ hash >> 32) & (slots.size() - 1);
        while (slots[i].low && ((slots[i].low ^ key.low) | (slots[i].high ^ key.high)) & KEY) i = (i + 1) & (slots.size() - 1);
        return i;
    }

    void grow() {
        if (3 * slots.size() * sizeof(Slot) > limit) {
            slots.assign(slots.size(), Slot{});
            used = 1;
            return;
        }
        std::vector<Slot> old(2 * slots.size());
        old.swap(slots);
        for (const Slot& slot : old)
            if (slot.low) slots[at({slot.low & KEY, slot.high & KEY})] = slot;
    }

    std::size_t limit, used = 0;
    std::vector<Slot> slots;
};

template <int N>
class MaxN {
public:
    MaxN(const Position& position, std::size_t memory, const Limits& limits)
        : p(position), b(position), limits(limits), known(memory), turned((p.eager & 1 ? EVERY : ~EVERY) & ((u64{1} << 8 * N) - 1)) {}

    Alone alone(bool each) {
        Alone found;
        if (!b.left) {
            found.sure = true;
            return found;
        }
        Trick<N> trick = b.begun(p.leader, b.all());
        for (int i = 0; i < p.lying; ++i) lay(trick, trick.line[i], p.table[i]);
        const int seat = trick.line[p.lying];
        const Cards legal = b.legal(seat, trick);
        Tricks best = 0;
        u64 most = 0;
        for (Cards low = runs(legal, trick.present); low && !stopped; low &= low - 1) {
            Tricks tricks = after(trick, p.lying, lowest(low));
            if (u64 worth = rank(tricks, seat); worth >= most) {
                most = worth;
                best = tricks;
            }
            if (!each) continue;
            for (Cards like = run(lowest(low), legal, trick.present); like; like &= like - 1)
                found.each.emplace_back(lowest(like), taken(tricks));
        }
        found.taken = taken(best);
        found.sure = !stopped;
        found.nodes = nodes;
        return found;
    }

private:
    static constexpr u64 EVERY = ~u64{0} >> (64 - 8 * (N - 1));  // all bytes except the first seat's

    const Position& p;
    Board<N> b;
    const Limits& limits;
    Positions known;
    const u64 turned;
    u64 nodes = 0;
    bool stopped = false;  // stays set, because results on the way up are invalid

    // Count a node; return whether the search may continue.
    bool watch() {
        stopped = (nodes % 1024 == 0 && limits.over()) || ++nodes > limits.nodes;
        return !stopped;
    }

    static Tricks one(int seat) { return u64{1} << 8 * (N - 1 - seat); }

    // Rotate the bytes so that this seat comes first.
    static Tricks from(int seat, Tricks tricks) {
        return (tricks << 8 * seat | tricks >> 8 * (N - seat)) & ((u64{1} << 8 * N) - 1);
    }

    // A seat's preference for a result; greater is better.
    u64 rank(Tricks tricks, int seat) const { return from(seat, tricks) ^ turned; }

    Taken taken(Tricks tricks) const {
        Taken found{};
        found[NOBODY] = b.left;
        for (int seat = 0; seat < N; ++seat) {
            found[seat] = tricks >> 8 * (N - 1 - seat) & 255;
            found[NOBODY] -= found[seat];
        }
        return found;
    }

    // Play a card. Of the cards on the table, only the best one stays in `present`, because only it separates other
    // cards into runs.
    void lay(Trick<N>& trick, int seat, int card) const {
        const int best = trick.best;
        b.lay(trick, seat, card);
        if (trick.best != card)
            trick.present &= ~bit(card);
        else if (trick.present |= bit(card); best >= 0)
            trick.present &= ~bit(best);
    }

    // Dispatch to a template: inside the search the number of cards played is a compile-time constant.
    Tricks after(const Trick<N>& trick, int played, int card) {
        switch (played) {
            case 0: return after<0>(trick, card);
            case 1: return after<1 % N>(trick, card);
            case 2: return after<2 % N>(trick, card);
            default: return after<3 % N>(trick, card);
        }
    }

    template <int K>
    Tricks after(const Trick<N>& trick, int card) {
        const int seat = trick.line[K];
        Trick<N> then = trick;
        b.hand[seat] ^= bit(card);
        lay(then, seat, card);
        Tricks tricks;
        if constexpr (K + 1 == N)
            tricks = finish(then);
        else
            tricks = play<K + 1>(then);
        b.hand[seat] ^= bit(card);
        return tricks;
    }

    template <int K>
    Tricks play(const Trick<N>& trick) {
        const int seat = trick.line[K];
        Cards choice = runs(b.legal(seat, trick), trick.present);
        Tricks best = after<K>(trick, lowest(choice));
        if (choice &= choice - 1) {
            u64 most = rank(best, seat);
            const u64 enough = turned ^ u64(b.left) << 8 * (N - (p.eager & 1 ? 1 : 2));
            for (; choice && most < enough && !stopped; choice &= choice - 1) {
                Tricks tricks = after<K>(trick, lowest(choice));
                if (u64 worth = rank(tricks, seat); worth > most) {
                    most = worth;
                    best = tricks;
                }
            }
        }
        return best;
    }

    Tricks finish(const Trick<N>& trick) {
        --b.left;
        Tricks tricks = b.left ? boundary(b.next_leader(trick)) : 0;
        ++b.left;
        return trick.winner == NOBODY ? tricks : tricks + one(trick.winner);
    }

    Tricks boundary(int leader) {
        if (b.whole - b.left < p.talons) {
            if (!watch()) return 0;
            return play<0>(b.begun(leader, b.all()));
        }
        if (b.left == 1) return one(last_winner(leader));
        if (!watch()) return 0;
        const Cards present = b.all();
        const Positions::Key key = named(leader, present);
        Tricks tricks;
        if (known.find(key, tricks)) return from(N - leader, tricks);
        tricks = play<0>(b.begun(leader, present));
        if (stopped) return 0;
        known.add(key, from(leader, tricks));
        return tricks;
    }

    // The key of a position: each suit's owners, counted from the leader, lowest card first. Plain suits are
    // interchangeable, so they are sorted.
    Positions::Key named(int leader, Cards present) const {
        auto seat = [&](int place) { return b.hand[leader + place < N ? leader + place : leader + place - N]; };
        Cards odd = seat(1), high = 0;
        if constexpr (N > 2) high = seat(2);
        if constexpr (N > 3) odd |= seat(3), high |= seat(3);
        u64 suits[4];
        for (int suit = 0; suit < 4; ++suit) {
            Cards cards = present & suit_cards(suit);
            suits[suit] = (u64{1} << count(cards) | packed(odd, cards)) << 13 | packed(high, cards);
        }
        auto order = [&](int one, int other) {
            if (suits[one] > suits[other]) std::swap(suits[one], suits[other]);
        };
        if (p.trump >= 0) {
            std::swap(suits[0], suits[p.trump]);
        } else {
            order(0, 1);
            order(0, 2);
            order(0, 3);
        }
        order(1, 2);
        order(2, 3);
        order(1, 2);
        const u64 last = p.last < 0 ? 0 : (p.last - leader + N) % N;
        return {suits[0] | suits[1] << 27 | last << 54, suits[2] | suits[3] << 27};
    }

    // The last trick: each seat has one card.
    int last_winner(int leader) const {
        int winner = leader, best = lowest(b.hand[leader]);
        for (int seat = 0; seat < N; ++seat) {
            int card = lowest(b.hand[seat]);
            if (suit_of(card) == suit_of(best) ? card > best : suit_of(card) == p.trump) {
                best = card;
                winner = seat;
            }
        }
        return winner;
    }
};

}  // namespace prikup::PRIKUP_KERNEL
