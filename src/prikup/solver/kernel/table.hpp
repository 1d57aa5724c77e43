// The transposition table. An entry covers all positions with the same suit lengths in which the relevant cards have
// the same owners.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cards.hpp"

namespace prikup::PRIKUP_KERNEL {

// The owner of each remaining card, as two bits in two planes, packed over those cards.
struct Pattern {
    u64 odd, high;
};

// The bounds of all positions whose relevant cards have these owners; `most` is -1 if nothing is known.
struct Known {
    u64 relevant = 0;
    int least = 0, most = -1;
};

// Several entries laid out for SIMD comparison. 32-bit words suffice while at most 32 cards remain. Unused places in a
// block repeat an entry.
template <class Word>
struct alignas(64) Block {
    static constexpr unsigned WIDE = 32 / sizeof(Word);
    typedef Word Words __attribute__((vector_size(32)));

    Words odd, high, relevant;
    std::int8_t least[WIDE], most[WIDE];

    // The entries that match these owners, one bit each.
    unsigned fits(Word owners_odd, Word owners_high) const {
        return zeros(((odd ^ owners_odd) | (high ^ owners_high)) & relevant);
    }

    // The entries with the same owners and the same relevant cards, one bit each.
    unsigned equals(Word owners_odd, Word owners_high, Word cards) const {
        return zeros((odd ^ owners_odd) | (high ^ owners_high) | (relevant ^ cards));
    }

private:
    static unsigned zeros(const Words& words) {
        const auto zero = words == 0;
#if defined(__AVX2__)
        if constexpr (WIDE == 8) return _mm256_movemask_ps(__m256(zero));
        else return _mm256_movemask_pd(__m256d(zero));
#else
        unsigned found = 0;
        for (unsigned i = 0; i < WIDE; ++i) found |= unsigned(zero[i] & 1) << i;
        return found;
#endif
    }
};

// The entries of one shape (the leader and the lengths of all suits) are stored contiguously, in a list that doubles
// when full.
class Table {
public:
    // Uses at most `memory` bytes, apart from the first few thousand.
    explicit Table(std::size_t memory) : limit(memory) { clear(); }

    // A snapshot of a shape: its entries, and the best card of its last position (-1: none).
    struct Shape {
        u64 key;
        bool wide;  // more than 32 cards
        std::size_t at;
        const void* blocks;
        std::uint32_t many;
        int hint;

        // The newest entry that decides whether there are at least `need` tricks; newer entries match more often.
        Known find(const Pattern& owners, int need) const {
            return wide ? found<std::uint64_t>(owners, need) : found<std::uint32_t>(owners, need);
        }

    private:
        template <class Word>
        Known found(const Pattern& owners, int need) const {
            for (std::size_t left = filled<Word>(many); left--;) {
                const auto& block = static_cast<const Block<Word>*>(blocks)[left];
                for (unsigned fits = block.fits(owners.odd, owners.high); fits; fits &= fits - 1) {
                    const int i = std::countr_zero(fits);
                    if (block.least[i] >= need || block.most[i] < need) return {block.relevant[i], block.least[i], block.most[i]};
                }
            }
            return {};
        }
    };

    // The key of a shape is never 0.
    Shape shape(u64 key, bool wide) const {
        const std::size_t at = place(key);
        const Slot& slot = slots[at];
        return {key, wide, at, slot.blocks, slot.many, slot.hint};
    }

    void add(const Shape& shape, const Pattern& owners, u64 relevant, int least, int most, int hint) {
        // The slot is still valid unless slots were moved or this one was free.
        const bool there = shape.at < slots.size() && slots[shape.at].key == shape.key;
        Slot& slot = slots[there ? shape.at : place(shape.key)];
        if (!slot.key) {
            if (2 * ++used > slots.size()) {
                grow();
                return add(shape, owners, relevant, least, most, hint);
            }
            slot.key = shape.key;
        }
        if (hint >= 0) slot.hint = hint;
        const Pattern kept{owners.odd & relevant, owners.high & relevant};
        const bool done = shape.wide ? put<std::uint64_t>(slot, kept, relevant, least, most)
                                     : put<std::uint32_t>(slot, kept, relevant, least, most);
        if (done) return;
        clear();
        add(shape, owners, relevant, least, most, hint);
    }

    // Clears the table and releases the memory of a long search.
    void clear() {
        slots.assign(std::size_t{1} << FIRST, Slot{});
        slots.shrink_to_fit();
        shift = 64 - FIRST;
        if (chunks.size() > 1) chunks.resize(1);
        used = next = 0;
        taken = size = chunks.empty() ? 0 : FIRST_CHUNK;
    }

private:
    static constexpr int FIRST = 8;  // log2 of the initial number of slots
    static constexpr std::size_t FIRST_CHUNK = 256, MOST_CHUNK = 32768;

    struct alignas(32) Slot {
        u64 key = 0;
        void* blocks = nullptr;
        std::uint32_t many = 0, room = 0;
        std::int8_t hint = -1;
    };

    struct alignas(64) Line {
        std::byte bytes[64];
    };

    template <class Word>
    static std::size_t filled(std::uint32_t entries) {
        return (entries + Block<Word>::WIDE - 1) / Block<Word>::WIDE;
    }

    std::size_t place(u64 key) const {
        std::size_t i = key * 0x9E3779B97F4A7C15ull >> shift;
        while (slots[i].key && slots[i].key != key) i = (i + 1) & (slots.size() - 1);
        return i;
    }

    std::size_t bytes() const { return slots.size() * sizeof(Slot) + taken * sizeof(Line); }

    // Doubles the slots, or clears the table if that would exceed the limit.
    void grow() {
        if (bytes() + 2 * slots.size() * sizeof(Slot) > limit) return clear();
        std::vector<Slot> old(2 * slots.size());
        old.swap(slots);
        --shift;
        used = 0;
        for (const Slot& slot : old)
            if (slot.key) {
                slots[place(slot.key)] = slot;
                ++used;
            }
    }

    // Adds an entry, or tightens its bounds; false if the memory limit would be exceeded.
    template <class Word>
    bool put(Slot& slot, const Pattern& owners, u64 relevant, int least, int most) {
        auto* blocks = static_cast<Block<Word>*>(slot.blocks);
        for (auto *block = blocks, *end = blocks + filled<Word>(slot.many); block != end; ++block) {
            unsigned same = block->equals(owners.odd, owners.high, relevant);
            if (!same) continue;
            for (; same; same &= same - 1) {
                const int i = std::countr_zero(same);
                block->least[i] = std::max<std::int8_t>(block->least[i], least);
                block->most[i] = std::min<std::int8_t>(block->most[i], most);
            }
            return true;
        }
        if (slot.many == slot.room && !longer<Word>(slot)) return false;
        constexpr unsigned WIDE = Block<Word>::WIDE;
        auto& block = static_cast<Block<Word>*>(slot.blocks)[slot.many / WIDE];
        const unsigned first = slot.many++ % WIDE;
        for (unsigned i = first; i < (first ? first + 1 : WIDE); ++i) {
            block.odd[i] = owners.odd;
            block.high[i] = owners.high;
            block.relevant[i] = relevant;
            block.least[i] = least;
            block.most[i] = most;
        }
        return true;
    }

    // Doubles the capacity of a shape's list; false if the memory limit would be exceeded.
    template <class Word>
    bool longer(Slot& slot) {
        using Blocks = Block<Word>;
        const std::uint32_t room = slot.room ? 2 * slot.room : Blocks::WIDE;
        const std::size_t lines = room / Blocks::WIDE * (sizeof(Blocks) / sizeof(Line));
        if (next + lines > size) {
            std::size_t more = chunks.empty() ? FIRST_CHUNK : std::max(lines, std::min(2 * size, MOST_CHUNK));
            if (!chunks.empty() && bytes() + more * sizeof(Line) > limit) return false;
            chunks.push_back(std::make_unique_for_overwrite<Line[]>(more));
            taken += more;
            size = more;
            next = 0;
        }
        void* to = chunks.back().get() + next;
        std::copy_n(static_cast<const Blocks*>(slot.blocks), slot.room / Blocks::WIDE, static_cast<Blocks*>(to));
        slot.blocks = to;
        slot.room = room;
        next += lines;
        return true;
    }

    int shift;  // 64 minus log2 of the number of slots
    std::size_t limit, used = 0;  // in bytes, and in slots
    std::size_t next = 0, size = 0, taken = 0;  // lines used in the last chunk, its size, and the size of all chunks
    std::vector<Slot> slots;
    std::vector<std::unique_ptr<Line[]>> chunks;
};

}  // namespace prikup::PRIKUP_KERNEL
