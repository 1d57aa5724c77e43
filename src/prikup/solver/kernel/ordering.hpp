// Move ordering. These are heuristics: a bad order costs time, never correctness.
#pragma once

#include "board.hpp"

namespace prikup::PRIKUP_KERNEL {

// The order in which the cards of a seat are tried.
class Order {
public:
    // Add a card. Cards are tried by descending `worth`; ties keep the order of insertion.
    void add(int card, int worth) {
        by = WORTH;
        int at = many++;
        for (; at && keys[at - 1] >> 6 < worth; --at) keys[at] = keys[at - 1];
        keys[at] = worth * 64 + card;
    }

    // If all cards are of one suit, they can be tried by rank instead, with the cards of `these` before all others.
    void rising(Cards these) {
        by = RISING;
        first = these;
    }
    void falling(Cards these) {
        by = FALLING;
        first = these;
    }

    bool known() const { return by != NOTHING; }

    // The first of the remaining cards.
    int best(Cards left) {
        if (by == WORTH) {
            while (!(left & bit(keys[at] & 63))) ++at;
            return keys[at] & 63;
        }
        if (left & first) left &= first;
        return by == RISING ? lowest(left) : highest(left);
    }

private:
    enum { NOTHING, WORTH, RISING, FALLING } by = NOTHING;
    int many = 0, at = 0, keys[16];
    Cards first;
};

// Order the leads of a side that wants tricks, by the owners of each suit's highest cards and the number of replies.
template <int N>
void order_leads(const Board<N>& b, const Trick<N>& trick, unsigned own, Cards choice, Order& order) {
    const int seat = trick.line[0], trump = b.p.trump;
    int ruff[N];  // the strongest trump of a seat that cannot follow
    for (int i = 1; i < N; ++i) {
        const Cards trumps = b.trumps(trick.line[i]);
        ruff[i] = trumps ? b.power(highest(trumps), trump) : 0;
    }
    for (int suit = 0; suit < 4; ++suit) {
        Cards cards = choice & suit_cards(suit);
        if (!cards) continue;
        Cards all = trick.present & suit_cards(suit);
        const bool side_suit = trump >= 0 && suit != trump;
        int worth = 0, choices = 0, theirs = 0, ours = 0, last = -1;
        for (int i = 1; i < N; ++i) {
            const int other = trick.line[i];
            const Cards follow = b.hand[other] & all;
            const int reach = follow ? b.power(highest(follow), suit) : ruff[i];
            if (own >> other & 1) {
                ours = std::max(ours, reach);
                if (!follow) worth += reach ? 17 : -11;
            } else {
                theirs = std::max(theirs, reach);
                choices += follow ? count(follow) : b.left;
                if (side_suit && reach > 16) worth += b.p.must_trump ? 50 : -12;  // must_trump: it has to ruff
                last = other;
            }
        }
        worth -= (trump >= 0 ? (b.p.must_trump ? 21 : 10) : 11) * choices;
        // The owner of each of the three highest cards: the own side, an opponent other than the last one to play, or
        // the last opponent.
        enum { OURS, BEFORE, AFTER, NOBODYS };
        int whose[3] = {NOBODYS, NOBODYS, NOBODYS}, holder[3] = {-1, -1, -1};
        Cards rest = all;
        for (int k = 0; k < 3 && rest; ++k) {
            Cards best = bit(highest(rest));
            rest ^= best;
            const int at = b.holder(best);
            holder[k] = at;
            whose[k] = own >> at & 1 ? OURS : at == last && N > 2 ? AFTER : BEFORE;
        }
        auto held = [&](int k) { return count(b.hand[holder[k]] & all); };
        auto theirs_alone = [&](int k) { return (whose[k] == BEFORE || whose[k] == AFTER) && held(k) == 1; };
        int winning = worth, losing = worth;
        if (whose[1] == BEFORE) winning += theirs_alone(1) ? 16 : 22;
        winning += whose[1] == OURS || whose[1] == NOBODYS || theirs_alone(1) ? 45 : 18;
        if ((whose[0] == AFTER && !theirs_alone(0)) || (whose[1] == AFTER && !theirs_alone(1)))
            losing -= 16;
        else if (whose[0] == BEFORE && whose[1] == OURS && holder[1] != seat && held(1) != 1)
            losing += 8;
        if (whose[1] == OURS && whose[2] == OURS)
            losing += holder[1] != seat && holder[2] != seat ? 35 : holder[1] != holder[2] ? 19 : 0;
        for (; cards; cards &= cards - 1) {
            int card = lowest(cards);
            Cards equal = run(card, b.hand[seat], trick.present);
            int place = 1 + count(all & -(bit(highest(equal)) << 1));  // index from the top; 1 is the highest
            if (std::max(b.power(card, suit), ours) > theirs)
                order.add(card, winning + place);
            else if (theirs_alone(0))
                order.add(card, losing + (trump < 0 ? 21 : 5) + place);
            else if (holder[0] == seat)
                order.add(card, losing - 9 + place);
            else if (equal == bit(card))
                order.add(card, losing + 6 + place);
            else
                order.add(card, place == 2 ? losing + 59 : losing + 29 - place);
        }
    }
}

// Order the leads of a side that avoids tricks. Cards come first if another hand must beat them when all other hands
// play low, and if the other side is short in their suit. The weights were tuned by counting nodes.
template <int N>
void order_lures(const Board<N>& b, const Trick<N>& trick, unsigned own, Cards choice, Order& order) {
    const int seat = trick.line[0];
    const bool alone = own == 1u << seat;
    for (int suit = 0; suit < 4; ++suit) {
        Cards cards = choice & suit_cards(suit);
        if (!cards) continue;
        const Cards all = trick.present & suit_cards(suit), mine = b.hand[seat] & all, others = all & ~mine;
        Cards theirs = 0;
        int worth = -(alone ? 5 : 9) * count(mine);
        for (int i = 1; i < N; ++i) {
            Cards held = b.suit(trick.line[i], suit);
            bool mate = own >> trick.line[i] & 1;
            if (!mate) theirs |= held;
            if (!held) worth -= mate ? 2 : 55;
        }
        worth += 2 * exposed(mine, others) - (alone ? 9 : 7) * count(theirs) - (alone ? 5 : 4) * exposed(theirs, all & ~theirs);
        for (; cards; cards &= cards - 1) {
            int card = lowest(cards), best = card, winner = seat;
            for (int i = 1; i < N; ++i) {
                Cards follow = b.suit(trick.line[i], suit);
                if (follow && !(follow & (bit(best) - 1))) {
                    best = lowest(follow);
                    winner = trick.line[i];
                }
            }
            int under = count(theirs & (bit(card) - 1));
            int taken = winner == seat ? 0 : own >> winner & 1 ? 20 : alone ? 7 : 13;
            int high = alone ? 3 * rank_of(card) : 0;
            order.add(card, worth + taken + high + (under ? 3 * under : alone ? 2 : -8) - 4 * exposed(mine & ~bit(card), others));
        }
    }
}

// Order the cards of a follower whose side wants the trick: cheap cards come first; if the side does not win the trick
// anyway, cards that win it come before all others.
template <int played, int N>
void order_takes(const Board<N>& b, const Trick<N>& trick, unsigned own, Cards choice, Order& order) {
    const int seat = trick.line[played], led = trick.led;
    const int top = trick.best < 0 ? 0 : b.power(trick.best, led);
    const bool ours = trick.winner == NOBODY ? b.counts(NOBODY) : own >> trick.winner & 1;
    int mates = ours ? top : 0, others = ours ? 0 : top;
    for (int i = played + 1; i < N; ++i) {
        int reach = b.reach(trick.line[i], led);
        int& side = own >> trick.line[i] & 1 ? mates : others;
        side = std::max(side, reach);
    }
    const bool safe = mates > others;
    if (choice & suit_cards(led)) {
        const int most = others - b.power(led << 4, led);  // the others' highest rank; below 0 if none wins
        order.rising(safe || most < 0 ? choice : most > 12 ? 0 : choice & -(bit(led << 4 | most) << 1));
        return;
    }
    for (int suit = 0; suit < 4; ++suit) {
        Cards cards = choice & suit_cards(suit);
        if (!cards) continue;
        int worth = -20;
        if (suit != b.p.trump) {
            const Cards mine = b.suit(seat, suit);
            const int length = count(mine);
            Cards mates = 0, theirs = 0;
            for (int i = 0; i < N; ++i)
                if (i != seat) (own >> i & 1 ? mates : theirs) |= b.suit(i, suit);
            worth = length + (mates ? 0 : 3) - (b.p.trump < 0 ? 0 : 2 * count(theirs));
            if (length == 2 && count(trick.present & suit_cards(suit) & -bit(highest(mine))) == 2) worth -= 2;
        }
        for (; cards; cards &= cards - 1) {
            const int card = lowest(cards), power = b.power(card, led);
            order.add(card, worth - rank_of(card) + (safe ? power > top ? 50 : 100 : power > others ? 100 : 0));
        }
    }
}

// Order the cards of a follower whose side avoids the trick: first the highest card with which an opponent still wins
// the trick if all later seats play low. A lone seat first tries cards that take the trick, since that is soon refuted
// or gets rid of a high card. A seat that cannot follow suit first tries cards of the most dangerous suits.
template <int played, int N>
void order_ducks(const Board<N>& b, const Trick<N>& trick, unsigned own, Cards choice, Order& order) {
    const int seat = trick.line[played];
    const bool alone = own == 1u << seat;
    if (choice & suit_cards(trick.led)) {
        int forced = trick.best;  // the highest card that must be played, and whether an opponent plays it
        bool beaten = trick.winner == NOBODY || !(own >> trick.winner & 1);
        for (int i = played + 1; i < N; ++i) {
            const Cards follow = b.suit(trick.line[i], trick.led);
            if (follow && lowest(follow) > forced) {
                forced = lowest(follow);
                beaten = !(own >> trick.line[i] & 1);
            }
        }
        const Cards under = beaten && forced >= 0 ? choice & (bit(forced) - 1) : 0;
        order.falling(alone ? choice ^ under : under);
        return;
    }
    for (int suit = 0; suit < 4; ++suit) {
        Cards cards = choice & suit_cards(suit);
        if (!cards) continue;
        const Cards mine = b.suit(seat, suit), others = trick.present & suit_cards(suit) & ~mine;
        const int danger = exposed(mine, others);
        int risk;
        if (alone) {
            const bool highest_too = danger > exposed(mine & ~bit(highest(mine)), others);
            risk = 30 * danger + (highest_too ? 6 : 0) - 6 * count(mine) + (count(mine) == 1 ? 6 : 0);
        } else {
            Cards theirs = 0;
            for (int i = 0; i < N; ++i)
                if (!(own >> i & 1)) theirs |= b.suit(i, suit);
            risk = danger - 7 * count(mine) + 3 * count(theirs);
        }
        for (; cards; cards &= cards - 1) order.add(lowest(cards), rank_of(lowest(cards)) + risk);
    }
}

}  // namespace prikup::PRIKUP_KERNEL
