// What the search has found out: positions with the same lengths of suits and the same owners of the cards that matter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "cards.hpp"

namespace prikup::PRIKUP_KERNEL {

// Who holds each card, as two bits in two planes, packed over the cards that are left.
struct Pattern {
    u64 odd, high;
};

struct Entry {
    Pattern owners;
    u64 relevant;
    std::int8_t least, most;
};

// The entries of one shape (lengths of suits, and who leads) lie together, in a list that doubles when it is full.
class Table {
public:
    // Uses no more than `memory` bytes, but for the first few thousand.
    explicit Table(std::size_t memory) : limit(memory) { clear(); }

    // What is known of a shape: its entries, and the card that was best in the last position of it (-1: none).
    struct Known {
        const Entry* from;
        std::uint32_t many;
        int hint;

        // An entry that says whether there are at least so many tricks.
        const Entry* find(const Pattern& owners, int need) const {
            for (const Entry *entry = from, *end = from + many; entry != end; ++entry)
                if (!(((entry->owners.odd ^ owners.odd) | (entry->owners.high ^ owners.high)) & entry->relevant) &&
                    (entry->least >= need || entry->most < need))
                    return entry;
            return nullptr;
        }
    };

    Known known(u64 lengths, int leader) const {
        const Slot& slot = slots[at(lengths, leader)];
        return {slot.from, slot.many, slot.hint};
    }

    void add(u64 lengths, int leader, const Pattern& owners, u64 relevant, int least, int most, int hint) {
        Slot& slot = slots[at(lengths, leader)];
        if (slot.leader < 0) {
            if (2 * ++used > slots.size()) {
                grow();
                return add(lengths, leader, owners, relevant, least, most, hint);
            }
            slot.lengths = lengths;
            slot.leader = leader;
        }
        if (hint >= 0) slot.hint = hint;
        Pattern kept{owners.odd & relevant, owners.high & relevant};
        for (Entry *entry = slot.from, *end = entry + slot.many; entry != end; ++entry)
            if (entry->relevant == relevant && entry->owners.odd == kept.odd && entry->owners.high == kept.high) {
                entry->least = std::max<std::int8_t>(entry->least, least);
                entry->most = std::min<std::int8_t>(entry->most, most);
                return;
            }
        if (slot.many == slot.room && !longer(slot)) {
            clear();
            return add(lengths, leader, owners, relevant, least, most, hint);
        }
        slot.from[slot.many++] = {kept, relevant, std::int8_t(least), std::int8_t(most)};
    }

    // Forgets everything, and gives back what a long search has taken.
    void clear() {
        slots.assign(FIRST, Slot{});
        slots.shrink_to_fit();
        if (chunks.size() > 1) chunks.resize(1);
        used = next = 0;
        taken = size = chunks.empty() ? 0 : FIRST_CHUNK;
    }

private:
    static constexpr std::size_t FIRST = 256, FIRST_CHUNK = 512, MOST_CHUNK = 65536;

    struct Slot {
        u64 lengths = 0;
        Entry* from = nullptr;
        std::uint32_t many = 0, room = 0;
        std::int8_t leader = -1, hint = -1;
    };

    std::size_t at(u64 lengths, int leader) const {
        u64 hash = (lengths + leader * 0xC2B2AE3D27D4EB4Full) * 0x9E3779B97F4A7C15ull;
        std::size_t i = (hash ^ hash >> 29) & (slots.size() - 1);
        while (slots[i].leader >= 0 && (slots[i].lengths != lengths || slots[i].leader != leader)) i = (i + 1) & (slots.size() - 1);
        return i;
    }

    std::size_t bytes() const { return slots.size() * sizeof(Slot) + taken * sizeof(Entry); }

    // Twice as many slots, or none in use if that would be too much.
    void grow() {
        if (bytes() + 2 * slots.size() * sizeof(Slot) > limit) return clear();
        std::vector<Slot> old(2 * slots.size());
        old.swap(slots);
        used = 0;
        for (const Slot& slot : old)
            if (slot.leader >= 0) {
                slots[at(slot.lengths, slot.leader)] = slot;
                ++used;
            }
    }

    // Room for twice as many entries; false if there is none.
    bool longer(Slot& slot) {
        std::uint32_t room = slot.room ? 2 * slot.room : 2;
        if (next + room > size) {
            std::size_t more = chunks.empty() ? FIRST_CHUNK : std::max<std::size_t>(room, std::min(2 * size, MOST_CHUNK));
            if (!chunks.empty() && bytes() + more * sizeof(Entry) > limit) return false;
            chunks.push_back(std::make_unique_for_overwrite<Entry[]>(more));
            taken += more;
            size = more;
            next = 0;
        }
        Entry* to = chunks.back().get() + next;
        std::copy_n(slot.from, slot.many, to);
        slot.from = to;
        slot.room = room;
        next += room;
        return true;
    }

    std::size_t limit, used = 0;  // slots
    std::size_t next = 0, size = 0, taken = 0;  // entries of the last chunk, and of all
    std::vector<Slot> slots;
    std::vector<std::unique_ptr<Entry[]>> chunks;
};

}  // namespace prikup::PRIKUP_KERNEL
