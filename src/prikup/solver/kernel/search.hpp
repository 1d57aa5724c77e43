// The search: can some seats make others take at least so many tricks?
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "cards.hpp"
#include "position.hpp"
#include "table.hpp"

namespace prikup::PRIKUP_KERNEL {

class Search {
public:
    Search(const Position& position, Table& table, const Limits& limits) : p(position), known(table), limits(limits) {
        for (int seat = 0; seat < p.seats; ++seat) {
            hand[seat] = p.hand[seat];
            left = std::max(left, count(hand[seat]));
        }
        whole = left;
        wanted = !((p.counted ^ p.eager) & every());
        lengths = 0;
        for (int seat = 0; seat < p.seats; ++seat)
            for (int suit = 0; suit < 4; ++suit) lengths += u64(count(hand[seat] & suit_of_lane(suit))) << (16 * seat + 4 * suit);
    }

    // From the position on. `card`: only this card is tried now (-1: any).
    bool at_least(int need, int card = -1) {
        Cards relevant = 0;
        only = card;
        Trick trick = begun(p.leader);
        for (int i = 0; i < p.lying; ++i) lay(trick, p.table[i]);
        return play(trick, need, relevant);
    }

    // The cards that may be played now, run by run, and whether who plays wants many tricks.
    std::pair<std::vector<Cards>, bool> choices() const {
        Trick trick = begun(p.leader);
        for (int i = 0; i < p.lying; ++i) lay(trick, p.table[i]);
        int seat = trick.line[trick.played];
        Cards legal_cards = legal(seat, trick);
        std::vector<Cards> found;
        for (Cards low = runs(legal_cards, trick.present); low; low &= low - 1)
            found.push_back(run(lowest(low), legal_cards, trick.present));
        return {found, p.eager >> seat & 1};
    }

    int left = 0;   // tricks
    u64 nodes = 0;  // how many times a trick was about to begin

private:
    struct Trick {
        Cards present = 0;  // all cards of the hands and the table
        std::int8_t line[SEATS];
        std::int8_t cards[SEATS + 1];
        std::int8_t played = 0, lying = 0;
        std::int8_t led = -1;   // the suit
        std::int8_t best = -1;  // the card that is winning
        std::int8_t winner = 0;
    };

    const Position& p;
    Table& known;
    const Limits& limits;
    Cards hand[SEATS] = {};
    int whole = 0, only = -1, hint = -1, chosen = -1;
    u64 lengths = 0;
    bool wanted;  // whether the counted seats want their tricks to be many

    void watch() {
        if (nodes % 1024 == 0 && limits.over()) throw Stopped{};
        if (++nodes > limits.nodes) throw Stopped{};
    }

    unsigned every() const { return (1u << p.seats) - 1; }
    bool counts(int seat) const { return p.counted >> seat & 1; }

    Trick begun(int leader) const {
        Trick trick;
        int at = 0;
        for (int i = 0; i < p.seats; ++i) {
            int seat = (leader + i) % p.seats;
            if (seat != p.last) trick.line[at++] = seat;
        }
        if (p.last >= 0) trick.line[at] = p.last;
        for (int seat = 0; seat < p.seats; ++seat) trick.present |= hand[seat];
        trick.winner = trick.line[0];
        int done = whole - left;
        if (p.talon_takes)
            for (int i = done; i < p.talons; ++i) trick.present |= bit(p.talon[i]);
        if (done < p.talons) {
            trick.led = suit_of(p.talon[done]);
            if (p.talon_takes) {
                trick.best = trick.cards[trick.lying++] = p.talon[done];
                trick.winner = NOBODY;
            }
        }
        return trick;
    }

    void lay(Trick& trick, int card) const {
        int seat = trick.line[trick.played++];
        if (trick.led < 0) trick.led = suit_of(card);
        trick.present |= bit(card);
        trick.cards[trick.lying++] = card;
        if (beats(card, trick)) {
            trick.best = card;
            trick.winner = seat;
        }
    }

    bool beats(int card, const Trick& trick) const {
        int suit = suit_of(card);
        if (trick.best < 0) return suit == trick.led || suit == p.trump;
        int top = suit_of(trick.best);
        return suit == top ? card > trick.best : suit == p.trump;
    }

    Cards legal(int seat, const Trick& trick) const {
        if (trick.led < 0) return hand[seat];
        if (Cards same = hand[seat] & suit_of_lane(trick.led)) return same;
        if (p.must_trump && p.trump >= 0)
            if (Cards trumps = hand[seat] & suit_of_lane(p.trump)) return trumps;
        return hand[seat];
    }

    // One of each run of equal cards, the lowest.
    static Cards runs(Cards mine, Cards present) {
        Cards found = 0;
        for (int suit = 0; suit < 4; ++suit) {
            Cards own = mine & suit_of_lane(suit), all = present & suit_of_lane(suit);
            while (own) {
                int low = lowest(own);
                found |= bit(low);
                Cards others = all & ~mine & -bit(low);      // above it, and not ours
                own = others ? own & -(others & -others) : 0;  // what of ours lies above the next of those
            }
        }
        return found;
    }

    // The cards equal to one that is the lowest of its run, itself among them.
    static Cards run(int card, Cards mine, Cards present) {
        Cards suit = suit_of_lane(suit_of(card)) & -bit(card), others = present & ~mine & suit;
        return mine & suit & (others ? (others & -others) - 1 : ~Cards{0});
    }

    bool play(Trick& trick, int need, Cards& relevant) {
        int seat = trick.line[trick.played];
        bool eager = p.eager >> seat & 1;
        Cards legal_cards = legal(seat, trick);
        Cards choice = only >= 0 ? bit(only) : runs(legal_cards, trick.present);
        only = -1;
        bool last = trick.played + 1 == p.seats;
        Cards every = 0;
        int order[16];
        int many = ordered(choice, trick, seat, order);
        if (!trick.played && hint >= 0) {
            for (int i = 1; i < many; ++i)
                if (order[i] == hint) std::rotate(order, order + i, order + i + 1);
        }
        Cards alike = 0;  // to cards that were tried: below all that mattered
        for (int i = 0; i < many; ++i) {
            int card = order[i];
            if (alike & bit(card)) continue;
            Cards matters = 0;
            Trick then = trick;
            hand[seat] ^= bit(card);
            u64 step = u64{1} << (16 * seat + 4 * suit_of(card));
            lengths -= step;
            lay(then, card);
            bool found = last ? finish(then, need, matters) : play(then, need, matters);
            lengths += step;
            hand[seat] ^= bit(card);
            if (found == eager) {
                chosen = trick.played ? -1 : card;
                relevant |= matters;
                return eager;
            }
            // He could have played any card of the run, and kept this one in place of it.
            if (matters & run(card, hand[seat], trick.present)) matters |= upwards(card);
            every |= matters;
            Cards same = matters & suit_of_lane(suit_of(card));
            Cards below = suit_of_lane(suit_of(card)) & (same ? (same & -same) - 1 : ~Cards{0});
            if (below & bit(card)) alike |= below;
        }
        relevant |= every;
        return !eager;
    }

    // The best first, as far as one can see at once.
    int ordered(Cards choice, const Trick& trick, int seat, int* order) const {
        if (!(choice & (choice - 1))) {
            order[0] = lowest(choice);
            return 1;
        }
        int worth[16], many = 0;
        bool eager = p.eager >> seat & 1;
        unsigned own = eager ? p.eager : ~p.eager & ((1u << p.seats) - 1);
        bool wanted = eager == bool(p.counted >> seat & 1);
        while (choice) {
            int card = lowest(choice);
            choice &= choice - 1;
            int value = wanted ? (trick.lying ? taking(card, trick, seat, own) : leading(card, seat, own, trick))
                               : (trick.lying ? ducking(card, trick, seat, own) : luring(card, seat, own, trick));
            int at = many++;
            for (; at && worth[at - 1] < value; --at) {
                worth[at] = worth[at - 1];
                order[at] = order[at - 1];
            }
            worth[at] = value;
            order[at] = card;
        }
        return many;
    }

    // Whether a seat can beat a card that would be winning a trick of this suit.
    bool can_beat(int seat, int card, int led) const {
        Cards follow = hand[seat] & suit_of_lane(led);
        if (follow) return suit_of(card) == led && highest(follow) > card;
        if (p.trump < 0 || p.trump == led) return false;
        Cards trumps = hand[seat] & suit_of_lane(p.trump);
        return trumps && (suit_of(card) != p.trump || highest(trumps) > card);
    }

    // Whether somebody of a side who has not played yet can beat it.
    bool beaten_by(unsigned side, int card, int led, const Trick& trick, int from) const {
        for (int i = from; i < p.seats; ++i)
            if (side >> trick.line[i] & 1 && can_beat(trick.line[i], card, led)) return true;
        return false;
    }

    int height(int card, Cards present) const { return count(present & suit_of_lane(suit_of(card)) & (bit(card) - 1)); }

    // What speaks for leading a card of a side that wants tricks.
    int leading(int card, int seat, unsigned own, const Trick& trick) const {
        unsigned others = ~own & every();
        int suit = suit_of(card), worth = 0;
        Cards all = trick.present & suit_of_lane(suit);
        bool ruffs = p.trump >= 0 && suit != p.trump;
        // The fewer cards the others can choose from, the smaller the search.
        int choices = 0, last = -1;
        for (int i = 1; i < p.seats; ++i) {
            int other = trick.line[i];
            Cards follow = hand[other] & all;
            if (others >> other & 1) {
                choices += follow ? count(follow) : left;
                if (ruffs && !follow && (hand[other] & suit_of_lane(p.trump))) worth -= 12;
                last = other;
            } else if (!follow) {
                worth += ruffs && (hand[other] & suit_of_lane(p.trump)) ? 17 : -9;
            }
        }
        worth -= (p.trump >= 0 ? 10 : 7) * choices;
        // The three highest, and whose they are: 0 ours, 1 theirs before a partner plays, 2 theirs after him.
        int whose[3] = {3, 3, 3}, holder[3] = {-1, -1, -1};
        Cards rest = all;
        for (int k = 0; k < 3 && rest; ++k) {
            int best = highest(rest);
            rest ^= bit(best);
            int at = seat;
            for (int i = 0; i < p.seats; ++i)
                if (hand[trick.line[i]] & bit(best)) at = trick.line[i];
            holder[k] = at;
            whose[k] = own >> at & 1 ? 0 : at == last && p.seats > 2 ? 2 : 1;
        }
        Cards equal = run(card, hand[seat], trick.present);
        int low = 1 + count(all & -(bit(highest(equal)) << 1));  // 1: the highest
        bool wins = !beaten_by(others, card, suit, trick, 1);
        for (int i = 1; i < p.seats && !wins; ++i) {
            int mate = trick.line[i];
            if (!(own >> mate & 1)) continue;
            Cards follow = hand[mate] & all;
            int best = follow ? highest(follow) : -1;
            if (!follow && ruffs && (hand[mate] & suit_of_lane(p.trump))) best = highest(hand[mate] & suit_of_lane(p.trump));
            wins = best >= 0 && !beaten_by(others, best, suit, trick, 1);
        }
        auto lone = [&](int k) { return holder[k] >= 0 && whose[k] && count(hand[holder[k]] & all) == 1; };
        if (wins) {
            if (whose[1] == 1) worth += lone(1) ? 16 : 22;
            worth += whose[1] == 0 || whose[1] == 3 || lone(1) ? 45 : 18;
            return worth + low;
        }
        if ((whose[0] == 2 && !lone(0)) || (whose[1] == 2 && !lone(1))) worth -= 10;
        else if (whose[0] == 1 && whose[1] == 0 && holder[1] != seat && count(hand[holder[1]] & all) != 1) worth += 31;
        if (whose[1] == 0 && whose[2] == 0) worth += holder[1] != seat && holder[2] != seat ? 35 : holder[1] != holder[2] ? 25 : 0;
        if (lone(0)) return worth + 28 + low;
        if (holder[0] == seat) return worth - 17 + low;
        if (equal == bit(card)) return worth + 12 + low;
        return low == 2 ? worth + 48 : worth + 29 - low;
    }

    int taking(int card, const Trick& trick, int seat, unsigned own) const {
        unsigned others = ~own & ((1u << p.seats) - 1);
        (void)seat;
        int low = card & 15;
        bool ours = trick.winner != NOBODY ? own >> trick.winner & 1 : p.counted >> NOBODY & 1;
        bool wins = beats(card, trick);
        int best = wins ? card : trick.best;
        bool mine = wins || ours;
        if (mine && best >= 0 && !beaten_by(others, best, trick.led, trick, trick.played + 1)) {
            return wins ? (ours && !beaten_by(others, trick.best, trick.led, trick, trick.played + 1) ? 60 - low : 100 - low) - (suit_of(card) == p.trump ? 13 : 0)
                        : 110 - low - (suit_of(card) == p.trump ? 20 : 0);
        }
        return 50 - 2 * low - (suit_of(card) == p.trump ? 20 : 0);
    }

    // How many of these cards may be left with nothing above them, the lowest first.
    static int exposed(Cards mine, Cards all, int suit) {
        Cards own = mine & suit_of_lane(suit), others = all & ~mine & suit_of_lane(suit);
        int found = 0;
        while (own && others) {
            found += lowest(own) > lowest(others);
            own &= own - 1;
            others &= others - 1;
        }
        return found;
    }

    int luring(int card, int seat, unsigned own, const Trick& trick) const {
        unsigned others = ~own & ((1u << p.seats) - 1);
        // Everybody ducks: who takes it?
        int suit = suit_of(card), best = card, winner = seat;
        for (int i = 1; i < p.seats; ++i) {
            int next = trick.line[i];
            Cards follow = hand[next] & suit_of_lane(suit);
            if (!follow) continue;
            Cards under = follow & (bit(best) - 1);
            if (!under) {
                best = lowest(follow);
                winner = next;
            }
        }
        bool theirs = others >> winner & 1;
        return (theirs ? 100 : 0) + (card & 15);
    }

    int ducking(int card, const Trick& trick, int seat, unsigned own) const {
        (void)own;
        bool wins = beats(card, trick);
        int rank = card & 15;
        if (suit_of(card) != trick.led) return 100 + 4 * rank - count(hand[seat] & suit_of_lane(suit_of(card)));
        if (!wins) return 100 + rank;
        return trick.played + 1 == p.seats ? rank : -rank;
    }

    bool finish(const Trick& trick, int need, Cards& relevant) {
        int same = 0;
        if (trick.best >= 0)
            for (int i = 0; i < trick.lying; ++i) same += suit_of(trick.cards[i]) == suit_of(trick.best);
        --left;
        int done = whole - left;
        int leader = trick.winner == NOBODY ? 0 : trick.winner;
        if (done <= p.talons && p.talons && (done < p.talons || p.leader_again)) leader = p.leader;
        bool found = boundary(leader, need - counts(trick.winner), relevant);
        ++left;
        if (same >= 2) relevant |= upwards(trick.best);
        return found;
    }

    bool boundary(int leader, int need, Cards& relevant) {
        if (need <= 0) return true;
        if (need > left) return false;
        if (leader == p.last) leader = (leader + 1) % p.seats;  // who always plays last never leads
        if (left == 1 && whole - left >= p.talons) return last_trick(leader, relevant);
        watch();
        Trick trick = begun(leader);
        bool plain = whole - left >= p.talons;
        u64 all = trick.present, odd = hand[1] | hand[3], high = hand[2] | hand[3];
        Pattern pattern{packed(odd, all), packed(high, all)};
        if (plain) {
            if (auto hit = known.find(lengths, leader, pattern, need)) {
                relevant |= spread(hit->relevant, all);
                return hit->least >= need;
            }
        }
        Cards matters = 0;
        bool found;
        if (plain && wanted && settled(leader, need, all, matters, found)) {
            relevant |= matters;
            return found;
        }
        if (plain && p.trump < 0 && !wanted && !counts(leader) && safe(all, matters)) {
            relevant |= matters;
            return false;
        }
        hint = plain ? known.hint(lengths, leader) : -1;
        chosen = -1;
        found = play(trick, need, matters);
        int best = chosen;
        matters = closed(matters);
        relevant |= matters;
        if (plain && best >= 0) known.hint(lengths, leader, best);
        if (plain) known.add(lengths, leader, pattern, packed(matters, all), found ? need : 0, found ? left : need - 1);
        return found;
    }

    // Bounds where a side wants the tricks it counts.
    bool settled(int leader, int need, Cards all, Cards& relevant, bool& found) const {
        unsigned every = (1u << p.seats) - 1;
        bool eager = p.eager >> leader & 1;
        unsigned own = eager ? p.eager : every & ~p.eager, others = every & ~own;
        int own_need = eager ? need : left - need + 1, other_need = eager ? left - need + 1 : need;
        Cards matters = 0;
        if (quick(leader, own, others, own_need, all, matters)) {
            relevant |= matters;
            found = eager;
            return true;
        }
        matters = 0;
        if (own_need == left && p.last < 0 && spoiled(leader, own, others, all, matters)) {
            relevant |= matters;
            found = !eager;
            return true;
        }
        matters = 0;
        if (p.trump >= 0 && later(leader, own, own_need, all, matters)) {
            relevant |= matters;
            found = eager;
            return true;
        }
        matters = 0;
        if (later(leader, others, other_need, all, matters)) {
            relevant |= matters;
            found = !eager;
            return true;
        }
        return false;
    }

    // Whether the seats that want no tricks, and do not lead, can always stay below.
    bool safe(Cards all, Cards& relevant) const {
        if (p.last >= 0 && !counts(p.last) && counts((p.last + 1) % p.seats)) return false;  // who leads for him
        Cards matters = 0;
        for (int seat = 0; seat < p.seats; ++seat) {
            if (!counts(seat)) continue;
            for (int suit = 0; suit < 4; ++suit) {
                Cards own = hand[seat] & suit_of_lane(suit), others = all & ~hand[seat] & suit_of_lane(suit);
                if (!own || !others) continue;
                if (exposed(hand[seat], all, suit)) return false;
                matters |= suit_of_lane(suit);
            }
        }
        relevant |= matters;
        return true;
    }

    // The highest cards of a suit, as many as these hands hold one after the other.
    static Cards tops(Cards mine, Cards all, int suit) {
        Cards theirs = all & ~mine & suit_of_lane(suit);
        Cards own = mine & suit_of_lane(suit);
        return theirs ? own & ~((bit(highest(theirs)) << 1) - 1) : own;
    }

    bool quick(int leader, unsigned own, unsigned others, int need, Cards all, Cards& matters) const {
        int sure = 0, drawn = 0;
        unsigned ruffs = 0;  // who can still trump after the leader has drawn trumps
        if (p.trump >= 0) {
            Cards top = tops(hand[leader], all, p.trump);
            drawn = count(top);
            bool rest = true;
            for (int seat = 0; seat < p.seats; ++seat) {
                if (seat == leader) continue;
                if (count(hand[seat] & suit_of_lane(p.trump)) > drawn) {
                    rest = false;
                    if (others >> seat & 1 || p.must_trump) ruffs |= 1u << seat;
                }
            }
            if (rest) sure += count(hand[leader] & suit_of_lane(p.trump)); else sure += drawn;
            if (drawn) matters |= upwards(lowest(top));
            if (sure >= need) return true;
        }
        for (int suit = 0; suit < 4; ++suit) {
            if (suit == p.trump) continue;
            Cards top = tops(hand[leader], all, suit);
            if (!top && (hand[leader] & suit_of_lane(suit)) && (all & ~hand[leader] & suit_of_lane(suit))) continue;
            int good = count(top);
            bool rest = true;
            int most = 16;
            for (int seat = 0; seat < p.seats; ++seat) {
                if (seat == leader) continue;
                int length = count(hand[seat] & suit_of_lane(suit));
                if (length > good) rest = false;
                if (ruffs >> seat & 1) most = std::min(most, length);
            }
            if (rest) good = count(hand[leader] & suit_of_lane(suit));
            good = std::min(good, most);
            if (!good) continue;
            sure += good;
            if (top) matters |= upwards(lowest(top));
            if (sure >= need) return true;
        }
        if (p.trump >= 0) return false;
        for (int mate = 0; mate < p.seats; ++mate)
            if (own >> mate & 1 && mate != leader && mate != p.last && crossed(leader, mate, need, all, matters)) return true;
        return false;
    }

    // No trump: the leader takes his tricks, then crosses to a partner, who takes his.
    bool crossed(int leader, int mate, int need, Cards all, Cards& matters) const {
        int first = 0, second = 0;
        bool entry = false;
        Cards used = 0;
        for (int suit = 0; suit < 4; ++suit) {
            Cards here = hand[leader] & suit_of_lane(suit), there = hand[mate] & suit_of_lane(suit);
            Cards top = tops(hand[leader], all, suit);
            int length = count(here), good = count(top), others = 0;
            for (int seat = 0; seat < p.seats; ++seat)
                if (seat != leader) others = std::max(others, count(hand[seat] & suit_of_lane(suit)));
            if (here && others <= good) good = length;
            if (top) used |= upwards(lowest(top));
            first += good;
            if (!there || good >= length + 16) continue;
            Cards run = tops(hand[mate], all & ~top, suit);
            int theirs = std::min(count(run), std::max(0, count(there) - good));
            if (theirs <= 0) continue;
            Cards last = run;
            while (count(last) > theirs) last &= last - 1;  // the lowest of the run are not needed
            used |= upwards(lowest(last));
            second += theirs;
            entry |= length > good;
        }
        if (!entry || std::min(left, first + second) < need) return false;
        matters |= used;
        return true;
    }

    bool later(int leader, unsigned side, int need, Cards all, Cards& matters) const {
        Cards ours = 0;
        for (int seat = 0; seat < p.seats; ++seat)
            if (side >> seat & 1) ours |= hand[seat];
        if (p.trump >= 0) {
            Cards top = tops(ours, all, p.trump);
            for (int seat = 0; seat < p.seats; ++seat) {
                Cards held = top & hand[seat];
                if (side >> seat & 1 && count(held) >= need) {
                    matters |= upwards(lowest(top));
                    return true;
                }
            }
            return false;
        }
        int least = 16;
        for (int suit = 0; suit < 4; ++suit) {
            if (!(hand[leader] & suit_of_lane(suit))) continue;
            Cards top = tops(ours, all, suit);
            if (!top) return false;
            int best = highest(top), owner = 0;
            while (!(hand[owner] & bit(best))) ++owner;
            matters |= upwards(best);
            int sure = owner == p.last;  // who never leads takes no other trick by himself
            for (int other = 0; other < 4 && sure < need && owner != p.last; ++other) {
                Cards run = tops(hand[owner], all, other);
                sure += count(run);
                if (run) matters |= upwards(lowest(run));
            }
            least = std::min(least, sure);
            if (least < need) return false;
        }
        return true;
    }

    // Whether a side that leads cannot take all tricks.
    bool spoiled(int leader, unsigned own, unsigned others, Cards all, Cards& matters) const {
        if (own == 1u << leader) {
            // Alone, he must lead all his cards in the end. Where another has enough cards of a suit to keep one that is
            // higher than his first that is not sure, that card waits for it.
            for (int suit = 0; suit < 4; ++suit) {
                Cards mine = hand[leader] & suit_of_lane(suit), top = tops(hand[leader], all, suit);
                if (mine == top) continue;
                int sure = count(top), first = highest(mine & ~top);
                for (int seat = 0; seat < p.seats; ++seat) {
                    Cards guard = hand[seat] & upwards(first);
                    if (seat == leader || !guard || count(hand[seat] & suit_of_lane(suit)) <= sure) continue;
                    matters |= upwards(highest(guard));
                    return true;
                }
            }
            return false;
        }
        if (count(own) > 2 || (p.trump >= 0 && all & suit_of_lane(p.trump))) return false;
        // A suit in which they have the highest gives no more tricks than the longer of both hands; in the others it waits.
        int most = 0;
        Cards waiting = 0;
        for (int suit = 0; suit < 4; ++suit) {
            Cards cards = all & suit_of_lane(suit);
            if (!cards) continue;
            Cards best = bit(highest(cards));
            int longest = 0;
            bool theirs = false;
            for (int seat = 0; seat < p.seats; ++seat) {
                if (others >> seat & 1) theirs |= (hand[seat] & best) != 0;
                else longest = std::max(longest, count(hand[seat] & cards));
            }
            if (!theirs) most += longest;
            else if (longest) waiting |= best;
        }
        if (most >= left) return false;
        matters |= waiting;
        return true;
    }

    // Nobody has a choice any more.
    bool last_trick(int leader, Cards& relevant) const {
        int winner = leader, best = lowest(hand[leader]), same = 1;
        for (int seat = 0; seat < p.seats; ++seat) {
            if (seat == leader) continue;
            int card = lowest(hand[seat]);
            if (suit_of(card) == suit_of(best)) {
                ++same;
                if (card > best) { best = card; winner = seat; }
            } else if (suit_of(card) == p.trump) {
                best = card; winner = seat; same = 1;
            }
        }
        if (same > 1) relevant |= upwards(best);
        return counts(winner);
    }

    static Cards closed(Cards cards) {
        Cards found = 0;
        for (int suit = 0; suit < 4; ++suit)
            if (Cards own = cards & suit_of_lane(suit)) found |= upwards(lowest(own));
        return found;
    }
};

}  // namespace prikup::PRIKUP_KERNEL
