// The answers that the search has found: positions with the same lengths of suits and the same owners of the cards that matter.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cards.hpp"

namespace prikup::PRIKUP_KERNEL {

// Who holds each card, as two bits in two planes, packed over the cards that are left.
struct Pattern {
    u64 odd, high;
};

// The bounds of all positions whose relevant cards lie like this; `most` is -1 where nothing is known.
struct Known {
    u64 relevant = 0;
    int least = 0, most = -1;
};

// Entries side by side, for a processor to compare all at once. Words of 32 bits are enough where 32 cards are left.
// Places that are free repeat an entry.
template <class Word>
struct alignas(64) Block {
    static constexpr unsigned WIDE = 32 / sizeof(Word);
    typedef Word Words __attribute__((vector_size(32)));

    Words odd, high, relevant;
    std::int8_t least[WIDE], most[WIDE];

    // Those that hold for these owners, a bit each.
    unsigned fits(Word owners_odd, Word owners_high) const {
        return zeros(((odd ^ owners_odd) | (high ^ owners_high)) & relevant);
    }

    // Those that say this, but for their bounds.
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

// The entries of one shape (lengths of suits, and who leads) lie together, in a list that doubles when it is full.
class Table {
public:
    // Uses no more than `memory` bytes, but for the first few thousand.
    explicit Table(std::size_t memory) : limit(memory) { clear(); }

    // What is known of a shape: its entries, and the card that was best in the last position of it (-1: none).
    struct Shape {
        u64 key;
        bool wide;  // more than 32 cards
        std::size_t at;
        const void* blocks;
        std::uint32_t many;
        int hint;

        // An entry that says whether there are at least `need` tricks: the newest, which is the likeliest.
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
        // It is where it was, unless slots have moved or a new one was taken.
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

    // Forgets everything, and gives back what a long search has taken.
    void clear() {
        slots.assign(std::size_t{1} << FIRST, Slot{});
        slots.shrink_to_fit();
        shift = 64 - FIRST;
        if (chunks.size() > 1) chunks.resize(1);
        used = next = 0;
        taken = size = chunks.empty() ? 0 : FIRST_CHUNK;
    }

private:
    static constexpr int FIRST = 8;  // 2 to the power of it
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

    // Twice as many slots, or none in use if that would be too much.
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

    // False if there is no room.
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

    // Room for twice as many entries; false if there is none.
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

    int shift;  // 64 less the bits of a slot's number
    std::size_t limit, used = 0;  // slots
    std::size_t next = 0, size = 0, taken = 0;  // lines of the last chunk, and of all
    std::vector<Slot> slots;
    std::vector<std::unique_ptr<Line[]>> chunks;
};

}  // namespace prikup::PRIKUP_KERNEL
