// Native trick play at many tables. Tests compare it with the Python class `prikup.rules.tricks.Tricks`.
//
// Native code advances a table from the point at which only cards remain to be played, up to the card that may end the
// deal. The rules in Python apply that card, and every action that is not a card played to a trick. Before the card
// play, native code advances a table from one public state to the next if `prikup.env.moments` has traced in the rules
// what the action does.
#pragma once

#include <array>
#include <bit>
#include <bitset>
#include <optional>

#include "writer.hpp"

namespace prikup::env {

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Actors = nb::ndarray<std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Cards = std::uint64_t;

constexpr int SEATS = 8;      // maximum
constexpr int NOBODY = -1;    // stands for no seat, no suit or no card
constexpr int UNKNOWN = -1;   // stands for no moment or no step
constexpr std::size_t MAX_ACTIONS = 256;
constexpr Cards SUIT = 0x1FFF;

// A sequence of seats or cards.
struct Line {
    std::array<int, SEATS> of{};
    int count = 0;

    void add(int each) {
        if (count == SEATS) throw nb::value_error("too many at a table");
        of[static_cast<std::size_t>(count++)] = each;
    }
    int operator[](int at) const { return of[static_cast<std::size_t>(at)]; }
    const int* begin() const { return of.data(); }
    const int* end() const { return of.data() + count; }
};

inline int number(nb::handle value) { return value.is_none() ? NOBODY : nb::cast<int>(value); }

inline Line line_of(nb::handle values) {
    Line made;
    for (nb::handle each : values) made.add(number(each));
    return made;
}

inline nb::object tuple_of(const Line& line) {
    nb::list made;
    for (int each : line) made.append(each);
    return nb::tuple(made);
}

inline nb::object or_none(int value) { return value == NOBODY ? nb::none() : nb::object(nb::int_(value)); }

struct Trick {
    Line line, cards;
    int winner = NOBODY, lead = NOBODY;
};

// The public state of the card play.
struct Seen {
    int trump = NOBODY, last = NOBODY, lead = NOBODY;
    bool ace_low = false, must_trump = false;
    int turn = NOBODY, actor = NOBODY;
    Line seats, line, table, won, players;  // players: the seat that plays each seat's cards
    std::array<Cards, SEATS> shown{};
    int before = 0;   // number of finished tricks before native play started
    Cards stops = 0;  // mask of the seats whose tricks end the play, after `left` more tricks
    int left = 0;
};

// What an action does to the hand and the notes of one seat: the hand becomes `(hand ^ toggled) | added`.
struct Change {
    std::size_t seat;
    Cards toggled, added;
    nb::object notes;  // the notes added, a tuple
};

// What an action does whatever the hidden cards and the earlier announcements are.
struct Step {
    int after;          // the next moment
    nb::object said;    // the announcements added, a tuple
    std::vector<Change> changes{};
    nb::object stock{};  // the new stock, invalid if it is unchanged
};

// How the legal actions of a moment are found: they are `listed` with it, or all cards of the `hand`, or those that the
// rules of tricks allow (`play`), or the rules in Python are `asked`; there are none if the deal is `over`.
enum class Legal { listed, hand, play, asked, over };

// A moment: a public state of a deal, with everything that can be computed from it without knowing the cards and the
// announcements.
struct Moment {
    // The observation of the seat to act, with an empty hand, no notes and no announcements. Only nonzero columns are
    // stored, because whole rows would be too far apart in memory.
    std::vector<std::pair<int, std::int32_t>> row;
    Legal kind;
    std::vector<int> legal, steps;  // steps: the step of each action
    int actor;
    std::optional<Seen> play;  // set if only cards remain to be played
};

// A tuple of Python, and its columns.
struct Remembered {
    nb::object given;
    Written written;

    void set(const Layout& layout, nb::object value) {
        written.row.resize(static_cast<std::size_t>(layout.width));
        written.memories.resize(static_cast<std::size_t>(layout.memories));
        write(layout, value.ptr(), written.row.data(), written.memories.data());
        given = std::move(value);
    }

    void add(const Layout& layout, const nb::object& values) {
        if (PyTuple_Size(values.ptr())) set(layout, given + values);
    }
};

// The state of one table.
struct Play : Seen {
    bool on = false;       // whether cards are played natively
    int moment = UNKNOWN;  // the last moment that the table reached
    std::array<Cards, SEATS> hands{};
    std::vector<Trick> past;  // tricks finished natively
    Cards legal = 0;
    std::bitset<MAX_ACTIONS> allowed;  // the legal actions for which the rules in Python were asked
    std::vector<std::int32_t> row;
    std::vector<Remembered> notes;     // by seat
    Remembered said;                   // the announcements
    nb::object stock;

    // The strength of a card when `led` is the suit led; 0 if it cannot win.
    int power(int led, int card) const {
        int suit = card / 13, rank = card % 13, height = (ace_low ? (rank + 1) % 13 : rank) + 1;
        return suit == trump ? height + 13 : suit == led ? height : 0;
    }

    // The seats in playing order of a trick: clockwise from the leader, with `last` at the end.
    Line ring(int leader) const {
        int start = 0;
        for (int i = 0; i < seats.count; ++i)
            if (seats[i] == leader) start = i;
        Line order;
        for (int i = 0; i < seats.count; ++i)
            if (int seat = seats[(start + i) % seats.count]; seat != last) order.add(seat);
        if (last != NOBODY) order.add(last);
        return order;
    }

    Cards may_play() const {
        Cards hand = hands[static_cast<std::size_t>(turn)];
        int led = lead != NOBODY ? lead : table.count ? table[0] : NOBODY;
        if (led == NOBODY) return hand;
        if (Cards following = hand & SUIT << led / 13 * 13) return following;
        if (lead == NOBODY && must_trump && trump != NOBODY)
            if (Cards trumps = hand & SUIT << trump * 13) return trumps;
        return hand;
    }

    // The index in `line` of the winner of the trick once this card is added.
    int taker(int card) const {
        Line lying = table;
        lying.add(card);
        int led = (lead != NOBODY ? lead : lying[0]) / 13, strongest = 0, best = 0;
        for (int at = 0; at < lying.count; ++at)
            if (int strength = power(led, lying[at]); strength > strongest) strongest = strength, best = at;
        return best;
    }

    // Returns whether a card may end the deal, which has at most `tricks` tricks.
    bool may_end(int card, int tricks) const {
        if (table.count + 1 < line.count) return false;
        if (before + static_cast<int>(past.size()) + 1 >= tricks) return true;
        return stops && left <= 1 && stops >> line[taker(card)] & 1;
    }

    // Plays a card and returns whether it completed a trick.
    bool play(int card) {
        auto from = static_cast<std::size_t>(turn);
        hands[from] &= ~(Cards{1} << card);
        shown[from] &= ~(Cards{1} << card);
        bool ends = table.count + 1 == line.count;
        if (ends) {
            int winner = line[taker(card)];
            table.add(card);
            past.push_back({line, table, winner, lead});
            ++won.of[static_cast<std::size_t>(winner)];
            left -= static_cast<int>(stops >> winner & 1);
            line = ring(winner), table = {}, lead = NOBODY;
        } else {
            table.add(card);
        }
        turn = line[table.count];
        actor = players[turn];
        legal = may_play();
        return ends;
    }
};

// The moments of a game, shared by all tables that play it.
class Moments {
   public:
    // The attributes of states that are needed. Their names are converted to Python strings once.
    enum Name { PUBLIC, HANDS, NOTES, STOCK, SAID, TRICKS, ACTOR, SHOWN, ORDER, TRUMP, ACE_LOW, FOLLOW, LAST, LEAD,
                TURN, SEATS_, LINE, TABLE, WON, PAST };

    explicit Moments(const Writer& writer) : layout_(writer.layout()), actions_(writer.actions()) {
        scratch_.row.resize(static_cast<std::size_t>(layout_.width));
        scratch_.memories.resize(static_cast<std::size_t>(layout_.memories));
        for (const char* name :
             {"public", "hands", "notes", "stock", "said", "tricks", "actor", "shown", "order", "trump", "ace_low",
              "follow", "last", "lead", "turn", "seats", "line", "table", "won", "past"})
            names_.emplace_back(name);
        if (actions_ > MAX_ACTIONS) throw nb::value_error("too many actions");
    }

    // Stores a moment and returns its number. `view` is the View of the seat to act, with an empty hand, no notes and
    // no announcements; None if the deal is over. `legal` are the legal actions; None if they are all cards of the hand
    // (`whole_hand`), or if the rules have to be asked.
    int keep(nb::handle view, nb::handle legal, bool whole_hand) {
        Moment made{{}, whole_hand ? Legal::hand : Legal::asked, {}, std::vector<int>(actions_, UNKNOWN), NOBODY, {}};
        if (view.is_none()) {
            made.kind = Legal::over;
        } else {
            made.actor = number(view.attr("seat"));
            write(layout_, view.ptr(), scratch_.row.data(), scratch_.memories.data());
            for (std::size_t column = 0; column < scratch_.row.size(); ++column)
                if (scratch_.row[column]) made.row.emplace_back(column, scratch_.row[column]);
        }
        if (!legal.is_none()) {
            made.kind = Legal::listed;
            for (nb::handle action : legal) made.legal.push_back(checked(nb::cast<std::int64_t>(action)));
        }
        moments_.push_back(std::move(made));
        return static_cast<int>(moments_.size()) - 1;
    }

    // Marks a moment from which only cards remain to be played. `players` has the player of each seat's cards; the play
    // ends after `stops_at` tricks of the seats `stops`.
    void only_cards(std::size_t moment, nb::handle of_all, nb::handle players, nb::handle stops, int stops_at) {
        moments_.at(moment).play = seen(of_all, players, stops, stops_at);
        moments_[moment].kind = Legal::play;
    }

    // Sets what an action does: the moment that follows, and the announcements added. `changes` has, for each seat
    // whose hand or notes change, the seat, the cards toggled, the cards added and the notes added; `stock` is the new
    // stock, None if it is unchanged.
    void follow(std::size_t moment, std::int64_t action, std::size_t after, nb::handle said, nb::handle changes,
                nb::handle stock) {
        if (after >= moments_.size()) throw nb::index_error("no such moment");
        Step made{static_cast<int>(after), nb::borrow(said)};
        for (nb::handle each : changes) {
            auto seat = nb::cast<std::size_t>(each[0]);
            made.changes.push_back({seat, nb::cast<Cards>(each[1]), nb::cast<Cards>(each[2]), each[3]});
            if (seat >= SEATS) throw nb::index_error("no such seat");
        }
        if (!stock.is_none()) made.stock = nb::borrow(stock);
        moments_.at(moment).steps[static_cast<std::size_t>(checked(action))] = static_cast<int>(steps_.size());
        steps_.push_back(std::move(made));
    }

    // Removes what an action does.
    void forget(std::size_t moment, std::int64_t action) {
        moments_.at(moment).steps[static_cast<std::size_t>(checked(action))] = UNKNOWN;
    }

    const Moment& operator[](int moment) const { return moments_.at(static_cast<std::size_t>(moment)); }

    // Returns the step of an action; a null pointer if there is none or the action is out of range.
    const Step* step(int moment, std::int64_t action) const {
        if (action < 0 || static_cast<std::size_t>(action) >= actions_) return nullptr;
        int number = moments_[static_cast<std::size_t>(moment)].steps[static_cast<std::size_t>(action)];
        return number == UNKNOWN ? nullptr : &steps_[static_cast<std::size_t>(number)];
    }

    nb::object read(nb::handle of, Name name) const { return of.attr(names_[name]); }

    // Converts the public part of a state, `of_all`. The other parameters are those of `only_cards`.
    Seen seen(nb::handle of_all, nb::handle players, nb::handle stops, int stops_at) const {
        Seen made;
        nb::object tricks = of_all.attr(names_[TRICKS]), order = tricks.attr(names_[ORDER]);
        auto of_tricks = [&](Name name) { return tricks.attr(names_[name]); };
        made.trump = number(order.attr(names_[TRUMP])), made.ace_low = nb::cast<bool>(order.attr(names_[ACE_LOW]));
        made.must_trump = nb::cast<std::string>(of_tricks(FOLLOW)) == "must_trump";
        made.last = number(of_tricks(LAST)), made.lead = number(of_tricks(LEAD));
        made.turn = number(of_tricks(TURN)), made.actor = number(of_all.attr(names_[ACTOR]));
        made.seats = line_of(of_tricks(SEATS_)), made.line = line_of(of_tricks(LINE));
        made.table = line_of(of_tricks(TABLE)), made.won = line_of(of_tricks(WON));
        made.players = line_of(players);
        made.before = static_cast<int>(nb::len(nb::object(of_tricks(PAST))));
        made.left = stops_at;
        for (nb::handle stop : stops) {
            int seat = nb::cast<int>(stop);
            made.stops |= Cards{1} << seat, made.left -= made.won[seat];
        }
        std::size_t seat = 0;
        for (nb::handle hand : of_all.attr(names_[SHOWN])) made.shown.at(seat++) = nb::cast<Cards>(hand);
        return made;
    }

   private:
    int checked(std::int64_t action) const {
        if (action < 0 || static_cast<std::size_t>(action) >= actions_) throw nb::index_error("no such action");
        return static_cast<int>(action);
    }

    Layout layout_;
    std::size_t actions_;
    std::vector<Moment> moments_;
    std::vector<Step> steps_;
    Written scratch_;  // row of the last stored moment
    std::vector<nb::str> names_;
};

class Plays {
   public:
    Plays(Writer& writer, const Moments& moments, Actors actors, int tricks)
        : writer_(writer), moments_(moments), actors_(std::move(actors)), tricks_(tricks), plays_(writer.count()) {
        if (actors_.shape(0) != writer.count()) throw nb::value_error("arrays of another shape");
        const Layout& view = writer.layout();
        auto of_tricks = [&](const char* name) { return part(view, {"public", "tricks", name}); };
        seat_ = part(view, {"seat"}), hand_ = part(view, {"hand"}), notes_ = part(view, {"notes"});
        turn_ = part(view, {"public", "turn"}), actor_ = part(view, {"public", "actor"});
        said_ = part(view, {"public", "said"});
        shown_ = part(view, {"public", "shown"}), tricks_turn_ = of_tricks("turn"), line_ = of_tricks("line");
        table_ = of_tricks("table"), won_ = of_tricks("won"), past_ = of_tricks("past"), lead_ = of_tricks("lead");
        const Layout& trick = past_.layout->of[0];
        trick_line_ = part(trick, {"line"}), trick_cards_ = part(trick, {"cards"});
        trick_winner_ = part(trick, {"winner"}), trick_lead_ = part(trick, {"lead"});
    }

    // Writes the observation of the seat to act at a table, and stops advancing the table natively.
    void show(std::size_t at, nb::handle view, nb::handle legal, int actor) {
        writer_(at, view, legal);
        plays_[at].on = false, plays_[at].moment = UNKNOWN;
        actors_(at) = static_cast<std::int8_t>(actor);
    }

    // Starts native play from the state that `show` got last. `players` has the player of each seat's cards; the play
    // ends after `stops_at` tricks of the seats `stops`.
    void begin(std::size_t at, nb::handle state, nb::handle players, nb::handle stops, int stops_at) {
        Play& play = plays_.at(at);
        nb::object of_all = moments_.read(state, Moments::PUBLIC);
        static_cast<Seen&>(play) = moments_.seen(of_all, players, stops, stops_at);
        take(play, state, moments_.read(of_all, Moments::SAID));
        play.row = writer_.last(at);
        start(play);
    }

    // Moves a table to the moment of this state, and advances it natively from there on.
    void enter(std::size_t at, std::size_t moment, nb::handle state) {
        take(plays_.at(at), state, moments_.read(moments_.read(state, Moments::PUBLIC), Moments::SAID));
        go(at, static_cast<int>(moment));
    }

    // Sets the legal actions at a table whose moment does not have them.
    void allow(std::size_t at, nb::handle legal) {
        Play& play = plays_.at(at);
        std::int8_t* mask = writer_.cleared(at);
        play.allowed.reset();
        for (nb::handle each : legal) {
            auto action = nb::cast<std::size_t>(each);
            if (action >= writer_.actions()) throw nb::index_error("no such action");
            play.allowed[action] = true, mask[action] = 1;
        }
    }

    // Returns the tables whose action native code cannot apply: those not advanced natively, those at which the deal
    // ends or may end, and those at which the action may be illegal. With each table comes the last moment that it
    // reached (-1 if only cards were played natively, None if the table was not advanced natively), and None or, if the
    // action is legal and the deal ends or may end: the tricks won (None if no cards were played), the winners of the
    // tricks played natively, and all announcements. If the deal ends without tricks, the moment is the one in which it
    // is over.
    nb::list left(const Actions& actions) {
        if (actions.shape(0) != plays_.size()) throw nb::value_error("actions for other tables");
        nb::list found;
        for (std::size_t at = 0; at < plays_.size(); ++at) {
            const Play& play = plays_[at];
            Fate fate = this->fate(play, actions(at));
            if (fate == Fate::goes_on) continue;
            bool advanced = play.on || play.moment != UNKNOWN;
            nb::object moment = advanced ? nb::object(nb::int_(play.moment)) : nb::none(), end = nb::none();
            if (fate == Fate::may_end && play.on) {
                int winner = play.line[play.taker(static_cast<int>(actions(at)))];
                Line won = play.won;
                ++won.of[static_cast<std::size_t>(winner)];
                nb::list winners;
                for (const Trick& trick : play.past) winners.append(trick.winner);
                winners.append(winner);
                end = nb::make_tuple(tuple_of(won), nb::tuple(winners), play.said.given);
            } else if (fate == Fate::may_end) {
                const Step& step = *moments_.step(play.moment, actions(at));
                moment = nb::int_(step.after);
                end = nb::make_tuple(nb::none(), nb::tuple(), play.said.given + step.said);
            }
            found.append(nb::make_tuple(at, moment, end));
        }
        return found;
    }

    // Applies the actions at all tables that `left` does not return. Returns the tables whose legal actions the rules
    // in Python have to tell, each with its moment, the announcements, and the hand and the notes of the seat to act.
    nb::list step(const Actions& actions) {
        if (actions.shape(0) != plays_.size()) throw nb::value_error("actions for other tables");
        nb::list asking;
        for (std::size_t at = 0; at < plays_.size(); ++at) {
            Play& play = plays_[at];
            if (fate(play, actions(at)) != Fate::goes_on) continue;
            if (play.on) {
                step(at, play, static_cast<int>(actions(at)));
                continue;
            }
            const Step& step = *moments_.step(play.moment, actions(at));
            change(play, step);
            go(at, step.after);
            const Moment& now = moments_[step.after];
            if (now.kind != Legal::asked) continue;
            auto seat = static_cast<std::size_t>(now.actor);
            asking.append(nb::make_tuple(at, step.after, play.said.given, play.hands[seat], play.notes.at(seat).given));
        }
        return asking;
    }

    // Returns the last moment that a table reached (-1 if only cards were played natively), and the table's state as a
    // tuple: the announcements, the hands, the notes, the stock, and the card play. The card play is None if it has not
    // started, otherwise a tuple: the finished tricks (as arguments of Trick); the turn, line, table, tricks won and
    // lead of the unfinished trick; the seat to act; the cards that lie face up. If the card play has started, native
    // code no longer advances the table after this call.
    nb::object so_far(std::size_t at) {
        Play& play = plays_.at(at);
        if (!play.on && play.moment == UNKNOWN) throw nb::value_error("a table that native code does not advance");
        nb::list hands, notes;
        for (std::size_t seat = 0; seat < play.notes.size(); ++seat) {
            hands.append(play.hands[seat]);
            notes.append(play.notes[seat].given);
        }
        nb::object moment = nb::int_(play.moment), played = nb::none();
        if (play.on) {
            play.on = false, play.moment = UNKNOWN;
            nb::list past, shown;
            for (const Trick& trick : play.past)
                past.append(
                    nb::make_tuple(tuple_of(trick.line), tuple_of(trick.cards), trick.winner, or_none(trick.lead)));
            for (std::size_t seat = 0; seat < play.notes.size(); ++seat) shown.append(play.shown[seat]);
            played = nb::make_tuple(past, play.turn, tuple_of(play.line), tuple_of(play.table), tuple_of(play.won),
                                    or_none(play.lead), play.actor, nb::tuple(shown));
        }
        return nb::make_tuple(
            moment, nb::make_tuple(play.said.given, nb::tuple(hands), nb::tuple(notes), play.stock, played));
    }

   private:
    // What an action leads to: native code can apply it, or the deal ends or may end with it. Unknown includes all
    // actions that may be illegal.
    enum class Fate { unknown, goes_on, may_end };

    // Copies the hidden part of a state, and the announcements `said`.
    void take(Play& play, nb::handle state, nb::object said) {
        std::size_t seat = 0;
        for (nb::handle hand : moments_.read(state, Moments::HANDS)) play.hands.at(seat++) = nb::cast<Cards>(hand);
        play.notes.resize(seat);
        seat = 0;
        for (nb::handle each : moments_.read(state, Moments::NOTES))
            play.notes.at(seat++).set(*notes_.layout, nb::borrow(each));
        play.stock = moments_.read(state, Moments::STOCK);
        play.said.set(*said_.layout, std::move(said));
    }

    // Applies what a step does to the hidden part of a state, and to the announcements.
    void change(Play& play, const Step& step) {
        for (const Change& each : step.changes) {
            Cards& hand = play.hands[each.seat];
            hand = (hand ^ each.toggled) | each.added;
            play.notes.at(each.seat).add(*notes_.layout, each.notes);
        }
        play.said.add(*said_.layout, step.said);
        if (step.stock.is_valid()) play.stock = step.stock;
    }

    static void start(Play& play) {
        play.past.clear();
        play.legal = play.may_play();
        play.on = true;
    }

    // Moves a table to a moment, and writes the observation and the mask of the seat to act.
    void go(std::size_t at, int moment) {
        Play& play = plays_[at];
        const Moment& now = moments_[moment];
        play.row.assign(writer_.width(), 0), play.moment = moment, play.on = false;
        for (auto [column, value] : now.row) play.row[static_cast<std::size_t>(column)] = value;
        auto seat = static_cast<std::size_t>(now.actor);
        put(play.row.data() + hand_.at, play.hands.at(seat));
        put(play.row.data(), notes_, play.notes.at(seat).written);
        put(play.row.data(), said_, play.said.written);
        writer_.show(at, play.row);
        actors_(at) = static_cast<std::int8_t>(now.actor);
        std::int8_t* mask = writer_.cleared(at);
        play.allowed.reset();
        for (int action : now.legal) mask[action] = 1;
        if (now.kind == Legal::hand) mark(mask, play.hands[seat]);
        if (!now.play) return;
        static_cast<Seen&>(play) = *now.play;
        start(play);
        mark(mask, play.legal);
    }

    static void mark(std::int8_t* mask, Cards legal) {
        for (; legal; legal &= legal - 1) mask[std::countr_zero(legal)] = 1;
    }

    Fate fate(const Play& play, std::int64_t action) const {
        bool card = action >= 0 && action < 52;
        if (play.on) {
            if (!card || !(play.legal >> action & 1)) return Fate::unknown;
            return play.may_end(static_cast<int>(action), tricks_) ? Fate::may_end : Fate::goes_on;
        }
        const Step* step = play.moment == UNKNOWN ? nullptr : moments_.step(play.moment, action);
        if (!step) return Fate::unknown;
        const Moment& now = moments_[play.moment];
        bool legal = now.kind == Legal::hand    ? card && play.hands[static_cast<std::size_t>(now.actor)] >> action & 1
                     : now.kind == Legal::asked ? play.allowed[static_cast<std::size_t>(action)]
                                                : true;  // listed: the action was legal when its step was set
        if (!legal) return Fate::unknown;
        return moments_[step->after].kind == Legal::over ? Fate::may_end : Fate::goes_on;
    }

    void step(std::size_t at, Play& play, int card) {
        auto* row = play.row.data();
        int from = play.turn;
        auto done = play.past.size();
        if (play.play(card)) {
            const Trick& trick = play.past.back();
            auto* into = row + past_.at + 1 + (play.before + static_cast<int>(done)) * past_.layout->of[0].width;
            ++row[past_.at];
            put(into, trick_line_, trick.line, 1), put(into, trick_cards_, trick.cards, 1);
            into[trick_winner_.at] = trick.winner + 1, into[trick_lead_.at] = trick.lead + 1;
            put(row, line_, play.line, 1), put(row, won_, play.won, 0);
            row[lead_.at] = 0;
        }
        put(row, table_, play.table, 1);
        row[tricks_turn_.at] = row[turn_.at] = play.turn + 1;
        row[seat_.at] = row[actor_.at] = play.actor + 1;
        const Layout& hand = *hand_.layout;
        put(row + shown_.at + 1 + from * hand.width, play.shown[static_cast<std::size_t>(from)]);
        auto seat = static_cast<std::size_t>(play.actor);
        put(row + hand_.at, play.hands[seat]);
        put(row, notes_, play.notes[seat].written);
        writer_.show(at, play.row);
        mark(writer_.cleared(at), play.legal);
        actors_(at) = static_cast<std::int8_t>(play.actor);
    }

    // Writes a line of numbers into a part, each increased by `more`: 1 for the codes of seats and cards, else 0.
    static void put(std::int32_t* row, const Part& part, const Line& line, int more) {
        row += part.at;
        int before = *row;
        *row++ = line.count;
        for (int each : line) *row++ = each + more;
        for (int i = line.count; i < before; ++i) *row++ = 0;
    }

    // Copies a value that is already encoded into the columns of a part.
    static void put(std::int32_t* row, const Part& part, const Written& written) {
        std::copy(written.row.begin(), written.row.end(), row + part.at);
    }

    // Writes a set of cards, one column for each card of the pack.
    void put(std::int32_t* row, Cards cards) const {
        const Layout& hand = *hand_.layout;
        std::fill_n(row, hand.width, 0);
        for (; cards; cards &= cards - 1) row[hand.places[static_cast<std::size_t>(std::countr_zero(cards))]] = 1;
    }

    Writer& writer_;
    const Moments& moments_;
    Actors actors_;
    int tricks_;
    std::vector<Play> plays_;
    Part seat_, hand_, notes_, turn_, actor_, said_, shown_, tricks_turn_, line_, table_, won_, past_, lead_;
    Part trick_line_, trick_cards_, trick_winner_, trick_lead_;
};

}  // namespace prikup::env
