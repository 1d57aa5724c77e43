// Native trick play at many tables. Tests compare it with the Python class `prikup.rules.tricks.Tricks`.
//
// Native code advances a table from the point at which only cards remain to be played, up to the card that may end the
// deal. The rules in Python apply that card, and every action that is not a card played to a trick. Before the card
// play, native code advances a table from one public state to the next if `prikup.env.moments` has computed the next
// one.
#pragma once

#include <array>
#include <bit>
#include <optional>

#include "writer.hpp"

namespace prikup::env {

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Actors = nb::ndarray<std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Cards = std::uint64_t;

constexpr int SEATS = 8;      // maximum
constexpr int NOBODY = -1;    // stands for no seat, no suit or no card
constexpr int UNKNOWN = -1;   // stands for no moment
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

// A moment: a public state of a deal, with everything that can be computed from it without knowing the cards.
struct Moment {
    // The observation of the seat to act, with an empty hand and no notes. Only nonzero columns are stored, because
    // whole rows would be too far apart in memory.
    std::vector<std::pair<int, std::int32_t>> row;
    std::vector<int> legal, after;  // after: the next moment for each action
    int actor;
    std::optional<Seen> play;  // set if only cards remain to be played
};

// The state of one table.
struct Play : Seen {
    bool on = false;       // whether cards are played natively
    int moment = UNKNOWN;  // the last moment that the table reached
    std::array<Cards, SEATS> hands{};
    std::vector<Trick> past;  // tricks finished natively
    Cards legal = 0;
    std::vector<std::int32_t> row;
    std::vector<Written> notes;  // by seat

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
    enum Name { PUBLIC, HANDS, NOTES, TRICKS, ACTOR, SHOWN, ORDER, TRUMP, ACE_LOW, FOLLOW, LAST, LEAD, TURN, SEATS_, LINE,
                TABLE, WON, PAST };

    explicit Moments(const Writer& writer) : layout_(writer.layout()), actions_(writer.actions()) {
        scratch_.row.resize(static_cast<std::size_t>(layout_.width));
        scratch_.memories.resize(static_cast<std::size_t>(layout_.memories));
        for (const char* name : {"public", "hands", "notes", "tricks", "actor", "shown", "order", "trump", "ace_low", "follow",
                                 "last", "lead", "turn", "seats", "line", "table", "won", "past"})
            names_.emplace_back(name);
    }

    // Stores a moment and returns its number. `view` is the View of the seat to act, with an empty hand and no notes;
    // `legal` are the legal actions.
    int keep(nb::handle view, nb::handle legal, int actor) {
        Moment made{{}, {}, std::vector<int>(actions_, UNKNOWN), actor, {}};
        write(layout_, view.ptr(), scratch_.row.data(), scratch_.memories.data());
        for (std::size_t column = 0; column < scratch_.row.size(); ++column)
            if (scratch_.row[column]) made.row.emplace_back(column, scratch_.row[column]);
        for (nb::handle action : legal) made.legal.push_back(checked(nb::cast<std::int64_t>(action)));
        moments_.push_back(std::move(made));
        return static_cast<int>(moments_.size()) - 1;
    }

    // Marks a moment from which only cards remain to be played. `players` has the player of each seat's cards; the play
    // ends after `stops_at` tricks of the seats `stops`.
    void only_cards(std::size_t moment, nb::handle of_all, nb::handle players, nb::handle stops, int stops_at) {
        moments_.at(moment).play = seen(of_all, players, stops, stops_at);
    }

    // Sets the moment that follows another one after an action.
    void follow(std::size_t moment, std::int64_t action, std::size_t after) {
        if (after >= moments_.size()) throw nb::index_error("no such moment");
        moments_.at(moment).after[static_cast<std::size_t>(checked(action))] = static_cast<int>(after);
    }

    const Moment& operator[](int moment) const { return moments_.at(static_cast<std::size_t>(moment)); }

    // Returns the next moment after an action; UNKNOWN if there is none or the action is out of range.
    int after(int moment, std::int64_t action) const {
        if (action < 0 || static_cast<std::size_t>(action) >= actions_) return UNKNOWN;
        return moments_[static_cast<std::size_t>(moment)].after[static_cast<std::size_t>(action)];
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
        static_cast<Seen&>(play) = moments_.seen(moments_.read(state, Moments::PUBLIC), players, stops, stops_at);
        take(play, moments_.read(state, Moments::HANDS), moments_.read(state, Moments::NOTES));
        play.row = writer_.last(at);
        start(play);
    }

    // Moves a table to a moment, with these hands and notes, and advances it natively from there on.
    void enter(std::size_t at, std::size_t moment, nb::handle hands, nb::handle notes) {
        take(plays_.at(at), hands, notes);
        go(at, static_cast<int>(moment));
    }

    // Returns the tables whose action the rules in Python must apply: those not advanced natively, those at which the
    // deal may end, and those at which the action is illegal. With each table comes the last moment that it reached: -1
    // if only cards were played natively, None if the table was not advanced natively.
    nb::list left(const Actions& actions) {
        if (actions.shape(0) != plays_.size()) throw nb::value_error("actions for other tables");
        nb::list found;
        for (std::size_t at = 0; at < plays_.size(); ++at)
            if (const Play& play = plays_[at]; !follows(play, actions(at)))
                found.append(nb::make_tuple(at, play.on || play.moment != UNKNOWN ? nb::object(nb::int_(play.moment)) : nb::none()));
        return found;
    }

    // Applies the actions at all tables that `left` does not return.
    void step(const Actions& actions) {
        if (actions.shape(0) != plays_.size()) throw nb::value_error("actions for other tables");
        for (std::size_t at = 0; at < plays_.size(); ++at)
            if (Play& play = plays_[at]; follows(play, actions(at))) {
                if (play.on) step(at, play, static_cast<int>(actions(at)));
                else go(at, moments_.after(play.moment, actions(at)));
            }
    }

    // Ends native play at a table and returns the changes since it started; None if no cards were played natively. In
    // order: the finished tricks (as arguments of Trick); the turn, line, table, tricks won and lead of the unfinished
    // trick; the seat to act; the hands; the cards that lie face up.
    nb::object so_far(std::size_t at) {
        Play& play = plays_.at(at);
        if (!play.on) return nb::none();
        play.on = false, play.moment = UNKNOWN;
        nb::list past, hands, shown;
        for (const Trick& trick : play.past)
            past.append(nb::make_tuple(tuple_of(trick.line), tuple_of(trick.cards), trick.winner, or_none(trick.lead)));
        for (std::size_t seat = 0; seat < play.notes.size(); ++seat)
            hands.append(play.hands[seat]), shown.append(play.shown[seat]);
        return nb::make_tuple(past, play.turn, tuple_of(play.line), tuple_of(play.table), tuple_of(play.won),
                              or_none(play.lead), play.actor, nb::tuple(hands), nb::tuple(shown));
    }

   private:
    // Copies the hidden part of a state, which is its hands and notes.
    void take(Play& play, nb::handle hands, nb::handle notes) {
        std::size_t seat = 0;
        for (nb::handle hand : hands) play.hands.at(seat++) = nb::cast<Cards>(hand);
        play.notes.resize(seat);
        seat = 0;
        for (nb::handle each : notes) {
            Written& written = play.notes.at(seat++);
            written.row.resize(static_cast<std::size_t>(notes_.layout->width));
            written.memories.resize(static_cast<std::size_t>(notes_.layout->memories));
            write(*notes_.layout, each.ptr(), written.row.data(), written.memories.data());
        }
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
        put(play.row.data(), notes_, play.notes.at(seat));
        writer_.show(at, play.row);
        actors_(at) = static_cast<std::int8_t>(now.actor);
        std::int8_t* mask = writer_.cleared(at);
        for (int action : now.legal) mask[action] = 1;
        if (!now.play) return;
        static_cast<Seen&>(play) = *now.play;
        start(play);
        for (Cards legal = play.legal; legal; legal &= legal - 1) mask[std::countr_zero(legal)] = 1;
    }

    bool follows(const Play& play, std::int64_t action) const {
        if (!play.on) return play.moment != UNKNOWN && moments_.after(play.moment, action) != UNKNOWN;
        bool legal = action >= 0 && action < 52 && play.legal >> action & 1;
        return legal && !play.may_end(static_cast<int>(action), tricks_);
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
        put(row, notes_, play.notes[seat]);
        writer_.show(at, play.row);
        std::int8_t* mask = writer_.cleared(at);
        for (Cards legal = play.legal; legal; legal &= legal - 1) mask[std::countr_zero(legal)] = 1;
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
    Part seat_, hand_, notes_, turn_, actor_, shown_, tricks_turn_, line_, table_, won_, past_, lead_;
    Part trick_line_, trick_cards_, trick_winner_, trick_lead_;
};

}  // namespace prikup::env
