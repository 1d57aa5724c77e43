"""The start of the play, and what the house rules change in the first tricks.

In a misère the defenders lay their hands open before the first lead or later. A lone whister (a single defender who
promised tricks) may have to choose between closed and light play after the first card. In raspasy (played when all
pass) the cards of the talon may be turned in the first two tricks.
"""

from msgspec.structs import replace

from prikup.games.preferans.calls import MISERES, TRUMP
from prikup.games.preferans.options import Options
from prikup.games.preferans.public import Public, active, player_in_the_light
from prikup.rules.game import set_next_actor
from prikup.rules.state import Announcement, State, add_announcements, replace_hand, replace_public
from prikup.rules.tricks import Order, Tricks

__all__ = [
    "apply_first_trick_rules",
    "open_defence",
    "open_hands_of_defence",
    "resume_play",
    "start_contract",
    "start_misere",
    "start_raspasy",
]

NO_TRUMPS = Order()


def start_contract(options: Options, state: State[Public], public: Public) -> State[Public]:
    """Return the state at the start of the trick play in a contract or a misère; `public` replaces its public part."""
    assert public.contract is not None
    return replace_public(state, _eldest_leads(options, public, Order(TRUMP.get(public.contract))))


def start_misere(options: Options, state: State[Public], public: Public) -> State[Public]:
    """Return the state at the start of the trick play in a misère, in which declarer must take no trick.

    `public` replaces the public part of `state`. The house rule `misere_open` decides whether the defenders lay their
    hands open before the first lead.
    """
    eldest = active(public.dealer, options.players)[0]
    opening = options.misere_open
    if opening == "before_lead" or (opening == "codex" and eldest != public.declarer):
        return open_defence(options, state, public)
    return start_contract(options, state, public)


def start_raspasy(options: Options, state: State[Public], public: Public) -> State[Public]:
    """Return the state at the start of raspasy, which are played when all pass and in which everyone avoids tricks.

    `public` replaces the public part of `state`. Under some house rules the first card of the talon (the two cards left
    over) is turned up.
    """
    public = _eldest_leads(options, public, NO_TRUMPS)
    return _turn_talon_card(options, state, public) if options.talon_is_turned else replace_public(state, public)


def _eldest_leads(options: Options, public: Public, order: Order) -> Public:
    """Return a copy of `public` in which eldest hand (the player on the dealer's left) leads to the first trick.

    `order` tells how cards rank in the tricks.
    """
    playing = active(public.dealer, options.players)
    tricks = Tricks.begin(order, "must_trump", playing, playing[0], seat_count=options.players)
    return _next_card(replace(public, phase="play", tricks=tricks))


def open_hands_of_defence(state: State[Public], public: Public) -> Public:
    """Return a copy of `public` in which both defenders' hands, as `state` has them, are laid open."""
    face_up = public.shown
    for seat in public.defenders:
        face_up = replace_hand(face_up, seat, state.hands[seat])
    return replace(public, shown=face_up)


def open_defence(options: Options, state: State[Public], public: Public) -> State[Public]:
    """Return the state after both defenders lay their hands open.

    `public` replaces the public part of `state`. If the house rules let a single defender play both hands, the first
    defender now decides which of the two it is.
    """
    public = open_hands_of_defence(state, public)
    if options.misere_control == "entrusted":
        return replace_public(state, set_next_actor(public, "entrust", public.defenders[0]))
    return resume_play(options, state, public)


def resume_play(options: Options, state: State[Public], public: Public) -> State[Public]:
    """Return the state with the trick play started, or resumed if it has started before.

    `public` replaces the public part of `state`.
    """
    return replace_public(state, _next_card(public)) if public.tricks else start_contract(options, state, public)


def apply_first_trick_rules(options: Options, state: State[Public], public: Public, tricks: Tricks) -> State[Public]:
    """Return the state after the house rules about the first tricks are applied.

    They may turn a card of the talon, lay hands open, or let a lone whister (a single defender who promised tricks)
    choose between closed play (with hidden hands) and light play (with both hands of the defence open). `public` is the
    public part of `state`, and `tricks` has the tricks so far.
    """
    if public.declarer is None:
        trick_is_over = not tricks.table
        return _turn_talon_card(options, state, public) if options.talon_is_turned and trick_is_over else state
    if public.contract in MISERES:
        return open_defence(options, state, public) if _opens_now(options, public, tricks) else state
    only_one_card_lies = len(tricks.table) == 1 and not tricks.past
    if options.first_lead_dark and only_one_card_lies and len(public.whisters) == 1:
        return replace_public(state, set_next_actor(public, "light", public.whisters[0]))
    return state


def _opens_now(options: Options, public: Public, tricks: Tricks) -> bool:
    """Return whether the defenders of a misère have to lay their hands open now, after a card was played.

    In a misère declarer must take no trick. Return False if the hands are open already. `public` is the public part of
    the state, and `tricks` has the tricks so far.
    """
    if any(public.shown):
        return False
    match options.misere_open:
        case "before_lead":
            return False  # the hands are open already
        case "codex":
            return tricks.lying == ((public.declarer, tricks.table[0]),) if tricks.table else False
        case "after_trick1":
            return len(tricks.past) == 1


def _turn_talon_card(options: Options, state: State[Public], public: Public) -> State[Public]:
    """Return the state after the next card of the talon is turned up in raspasy (played when all pass).

    `public` replaces the public part of `state`. The house rules decide whether the card is led to the trick for the
    dealer, who may win it, or only sets the suit that is led. If both cards have been turned already, none is turned,
    and the third trick is led from a hand.
    """
    tricks, eldest = public.tricks, active(public.dealer, options.players)[0]
    assert tricks is not None
    if len(tricks.past) == 2:
        tricks = tricks.set_leader(eldest) if options.third_lead == "eldest" else tricks
        return replace_public(state, _next_card(replace(public, tricks=tricks)))
    card, *remaining_stock = state.stock
    tricks = tricks.lead_stock_card(card, eldest, owner=public.dealer if options.dealer_leads_raspasy else None)
    announcements = add_announcements(public.said, Announcement(public.dealer, card))
    return State(
        _next_card(replace(public, tricks=tricks, said=announcements)),
        state.hands,
        state.notes,
        tuple(remaining_stock),
    )


def _next_card(public: Public) -> Public:
    """Return a copy of `public` in the phase "play", with the seat that plays the next card as the actor.

    The actor is the seat whose turn it is or, if its hand is open and the other defender plays all open hands, that
    defender.
    """
    assert public.tricks is not None
    turn = public.tricks.turn
    actor = turn if public.light is None else player_in_the_light(public.light, turn, public.shown)
    return replace(public, phase="play", turn=turn, actor=actor)
