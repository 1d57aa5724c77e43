// Heuristic playouts: every seat knows only its own cards and which cards are in the other hands together, and plays by
// simple rules. Thousands of playouts take as long as one search; they are used where a search would take too long.
#pragma once

#include <utility>
#include <vector>

#include "board.hpp"

namespace prikup::PRIKUP_KERNEL {

template <int N>
class Playout {
public:
    // If `alone`, each seat plays for itself; otherwise the counted seats are one side and all other seats the other
    // side.
    Playout(const Position& position, bool alone) : p(position), start(position), b(position), alone(alone) {}

    // The tricks of each seat after each legal card.
    std::vector<std::pair<int, Taken>> each() {
        std::vector<std::pair<int, Taken>> found;
        if (!start.left) return found;
        Trick<N> trick = start.begun(p.leader, start.all());
        for (int i = 0; i < p.lying; ++i) start.lay(trick, trick.line[i], p.table[i]);
        for (Cards legal = start.legal(trick.line[p.lying], trick); legal; legal &= legal - 1)
            found.emplace_back(lowest(legal), after(trick, lowest(legal)));
        return found;
    }

    // The number of these cards, played from here on, that differ from the heuristic's choice and from its equivalents.
    // Cards of `own` are not counted. Returns -1 if a card is not in the hand that should play it.
    int surprises(const std::vector<int>& cards, int own) {
        int found = 0, at = 0;
        Trick<N> trick = b.begun(p.leader, b.all());
        for (int card : cards) {
            if (at == N) {
                --b.left;
                trick = b.begun(b.next_leader(trick), b.all());
                at = 0;
            }
            const int seat = trick.line[at++];
            if (!(b.hand[seat] & bit(card))) return -1;
            if (seat != own && !(run(choice(seat, trick, at - 1), b.hand[seat], b.all() | trick.present) & bit(card))) ++found;
            b.hand[seat] &= ~bit(card);
            b.lay(trick, seat, card);
        }
        return found;
    }

private:
    const Position& p;
    const Board<N> start;
    Board<N> b;
    const bool alone;

    Taken after(Trick<N> trick, int card) {
        for (int seat = 0; seat < N; ++seat) b.hand[seat] = start.hand[seat];
        b.left = start.left;
        Taken taken{};
        int at = p.lying;
        for (;;) {
            for (; at < N; ++at) {
                const int seat = trick.line[at];
                if (card < 0) card = choice(seat, trick, at);
                b.hand[seat] ^= bit(card);
                b.lay(trick, seat, card);
                card = -1;
            }
            ++taken[trick.winner];
            if (!--b.left) return taken;
            trick = b.begun(b.next_leader(trick), b.all());
            at = 0;
        }
    }

    bool together(int seat, int other) const { return !alone && b.counts(seat) == b.counts(other); }

    // The whole run (sequence of equivalent cards of a hand) that contains a card.
    static Cards run(int card, Cards mine, Cards all) {
        const Cards others = all & ~mine & suit_cards(suit_of(card)), lower = below(card, others), higher = above(card, others);
        Cards found = mine & suit_cards(suit_of(card));
        if (lower) found &= ~((bit(highest(lower)) << 1) - 1);
        if (higher) found &= (higher & -higher) - 1;
        return found;
    }

    int choice(int seat, const Trick<N>& trick, int at) const {
        const Cards legal = b.legal(seat, trick);
        if (!(legal & (legal - 1))) return lowest(legal);
        Cards out = 0;
        for (int other = 0; other < N; ++other)
            if (other != seat) out |= b.hand[other];
        if (trick.led < 0) return b.wanted ? lead(seat, out) : lead_low(legal, out);
        Cards winning = 0;
        for (Cards cards = legal; cards; cards &= cards - 1)
            if (b.beats(lowest(cards), trick)) winning |= cards & -cards;
        if (b.wanted) return follow(seat, trick, at, legal, winning, out);
        return duck(trick, at, legal, winning, out);
    }

    static Cards above(int card, Cards cards) { return cards & upwards(card) & ~bit(card); }
    static Cards below(int card, Cards cards) { return cards & suit_cards(suit_of(card)) & (bit(card) - 1); }

    // Play for tricks

    // Lead trumps while they are long and high; then an unbeatable card of the longest suit; then low from the suit
    // that is longest relative to the others' holding.
    int lead(int seat, Cards out) const {
        const Cards own = b.hand[seat], trumps = b.trumps(seat), side = own & ~trumps;
        const Cards theirs = p.trump < 0 ? 0 : out & suit_cards(p.trump);
        if (trumps && (!side || (theirs && !above(highest(trumps), theirs) && 2 * count(trumps) >= count(theirs)))) return highest(trumps);
        int best = -1, most = -1000;
        for (int suit = 0; suit < 4; ++suit) {
            const Cards cards = side & suit_cards(suit), others = out & suit_cards(suit);
            if (!cards) continue;
            const bool sure = !others || highest(cards) > highest(others);
            const int worth = sure ? 100 + count(cards) - (p.trump >= 0 && theirs && !others ? 90 : 0) : count(cards) - count(others);
            if (worth > most) {
                most = worth;
                best = sure ? highest(cards) : lowest(cards);
            }
        }
        return best;
    }

    // Win as cheaply as possible with an unbeatable card. Otherwise the last seat but one plays its highest winning
    // card; an earlier seat does so only if this card is high (rank 10 or more), and else plays a low card. Never
    // overtake a partner's card that is certain to win.
    int follow(int seat, const Trick<N>& trick, int at, Cards legal, Cards winning, Cards out) const {
        const bool last = at + 1 == N;
        if (!winning) return least(legal, out);
        if (trick.best >= 0 && trick.winner != NOBODY && together(seat, trick.winner) && (last || !above(trick.best, out)))
            return least(legal, out);
        const int lowest_winner = cheapest(winning);
        if (last) return lowest_winner;
        for (Cards cards = winning; cards;) {
            const int card = cheapest(cards);
            if (!above(card, out)) return card;
            cards &= ~bit(card);
        }
        if (suit_of(lowest_winner) != trick.led) return lowest_winner;
        const int top = highest(winning);
        return at + 2 == N || rank_of(top) >= 10 ? top : least(legal, out);
    }

    // The lowest card; trumps only if there is nothing else.
    int cheapest(Cards cards) const {
        const Cards side = p.trump < 0 ? cards : cards & ~suit_cards(p.trump);
        const Cards from = side ? side : cards;
        int best = lowest(from);
        for (Cards rest = from; rest; rest &= rest - 1)
            if (rank_of(lowest(rest)) < rank_of(best)) best = lowest(rest);
        return best;
    }

    // The least valuable card: preferably a low card, no trump, and not one that guards its suit.
    int least(Cards legal, Cards out) const {
        int best = -1, cheap = 1000;
        for (Cards cards = legal; cards; cards &= cards - 1) {
            const int card = lowest(cards);
            const bool trump = suit_of(card) == p.trump;
            const int worth = 4 * rank_of(card) + (trump ? 200 : 0) - (above(card, out) ? 0 : -40) - count(out & suit_cards(suit_of(card)));
            if (worth < cheap) {
                cheap = worth;
                best = card;
            }
        }
        return best;
    }

    // Play to avoid tricks

    // Lead a card that others must beat rather than one they can duck under.
    int lead_low(Cards legal, Cards out) const {
        int best = -1, least = 1000;
        for (Cards cards = legal; cards; cards &= cards - 1) {
            const int card = lowest(cards), higher = count(above(card, out)), lower = count(below(card, out));
            const int worth = (higher ? 0 : 500) + 16 * (lower - higher) - rank_of(card);
            if (worth < least) {
                least = worth;
                best = card;
            }
        }
        return best;
    }

    // Play the highest card that does not win. If the trick must be taken, take it with the highest, unless others may
    // still overtake; when not following suit, discard the most dangerous card.
    int duck(const Trick<N>& trick, int at, Cards legal, Cards winning, Cards out) const {
        if (Cards under = legal & ~winning) {
            if (suit_of(lowest(under)) == trick.led && !(under & ~suit_cards(trick.led))) return highest(under);
            return riddance(under, out);
        }
        const int card = lowest(winning);
        return at + 1 < N && count(above(card, out)) > 1 ? card : highest(winning);
    }

    // The highest card of the most dangerous suit: one with few lower cards in this hand and many in the other hands.
    int riddance(Cards legal, Cards out) const {
        int best = -1, most = -1000;
        for (int suit = 0; suit < 4; ++suit) {
            const Cards cards = legal & suit_cards(suit);
            if (!cards) continue;
            const int top = highest(cards), lower = count(below(top, out));
            const int worth = 16 * std::max(0, lower - count(cards) + 1) + (above(top, out) ? 0 : lower ? 8 : -64) + rank_of(top);
            if (worth > most) {
                most = worth;
                best = top;
            }
        }
        return best;
    }
};

}  // namespace prikup::PRIKUP_KERNEL
