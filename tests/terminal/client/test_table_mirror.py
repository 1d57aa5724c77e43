"""A client's copy of a table: built from messages, it equals the one of a local table."""

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from support.circles import depth
from support.example_games import example
from support.random_walk import choose_action
from terminal.plain_player import deal_view, each_game

from prikup import narration
from prikup.bots.advice import Advice
from prikup.games import GAMES
from prikup.history.events import HUMAN, BeginEvent, DealEvent
from prikup.history.log import Log
from prikup.history.shuffle import commitment, prepare_shuffle, shuffle_deck
from prikup.locale.speech import Speech
from prikup.narration import describe_dealer, describe_hash, steps
from prikup.rules.errors import PrikupError, Reason, reason
from prikup.rules.game import Redeal, card_receivers
from prikup.rules.options import options_text, random_options
from prikup.rules.state import Seat, view
from prikup.table.messages import views
from prikup.table.protocol.client_messages import ActCommand, ProposeCommand
from prikup.table.protocol.message_parts import Clock, FriendCall, Person, PlanValue, Proposal, RatingEffect
from prikup.table.protocol.server_messages import (
    ChatMessage,
    DecksMessage,
    HintMessage,
    InvitedMessage,
    ReceiptMessage,
    RefusedMessage,
    SeatsMessage,
    ServerMessage,
    ShuffleMessage,
    UpdateMessage,
)
from prikup.table.state.sealed_actions import actions_by_seat
from prikup.table.table_settings import TurnLimits
from prikup.terminal.client.shuffler import Shuffler
from prikup.terminal.client.table_mirror import TableMirror
from prikup.terminal.render.blocks import Heading, Paragraph
from prikup.terminal.render.sheet_page import sheet_page
from prikup.terminal.render.table_view import Picture, choices, picture
from prikup.terminal.render.waiting_pages import scene
from prikup.terminal.words import words_of

THREE, SEALED_BID_GAME = example(seats=3, first="call"), example(sealed=True)
NAMES = ("Anna", "Vera", "Tigran", "Pekka")


class Table:
    """A table that sends everything to one receiver; seats act at random, without a shuffle."""

    def __init__(self, name: str, seed: int, you: Seat | None = 0, *, spoken: bool = True) -> None:
        self.rng, self.time, kind = random.Random(seed), 0.0, GAMES[name]
        options = random_options(type(next(iter(kind.presets.values()))), self.rng)
        count = kind.build(options).seats
        players = (HUMAN,) * count
        self.log = Log(
            BeginEvent(name, 1, options_text(kind.presets, options), NAMES[:count], players, self.rng.randrange(count))
        )
        self.n = 0
        self.speech = Speech(words_of("en", name), self.log.game, NAMES[:count], spoken=spoken)
        self.mirror = TableMirror(Shuffler(cuts=True, seeded=True), spoken=spoken, clock=self.now, wall_clock=self.now)
        self.seats = SeatsMessage("open", tuple(Person(name, "", True, True) for name in NAMES[:count]), you, False)
        self.welcome = views.welcome("t", self.log.game, absent="bot", clock=None, presets=("hello",))
        self.send(self.welcome)
        self.send(views.sheet(self.log))
        self.stage("shuffle")

    def now(self) -> float:
        """Return the time in seconds."""
        return self.time

    def send(self, message: ServerMessage) -> list[Reason]:
        """Send a message, encoded and decoded."""
        decoded_message: ServerMessage = msgspec.json.decode(msgspec.json.encode(message), type=ServerMessage)
        return self.mirror.process_message(decoded_message)

    def stage(self, stage: Any, **changes: Any) -> list[Reason]:
        """Send the seats."""
        self.seats = replace(self.seats, stage=stage, **changes)
        return self.send(self.seats)

    def update(self, **changes: Any) -> UpdateMessage:
        """Return the current update."""
        assert self.log.state is not None
        self.n += 1
        context = views.update_context(
            self.log.game, self.n, self.log.state, sealed_actions=actions_by_seat(self.log), **changes
        )
        return views.update(context, self.seats.you)

    def deal(self) -> None:
        """Deal a deck that the rules accept."""
        log, standing, count = self.log, self.log.match.standing, self.log.game.seats
        result: Any = Redeal(reason("x"))
        while isinstance(result, Redeal):
            seed = self.rng.randbytes(32).hex()
            shuffle = prepare_shuffle(seed, count, len(log.game.pack))
            message = ShuffleMessage(
                log.match.deals + 1,
                log.attempts + 1,
                standing.dealer,
                commitment(seed),
                "hashes",
                (None,) * count,
                (None,) * count,
                0,
                None,
                "",
                card_receivers(log.game, standing),
                log.game.refusals(standing.deal, standing.dealer),
                0,
                (describe_dealer(standing), describe_hash(shuffle)),
            )
            self.send(message)
            result = log.deal(shuffle_deck(log.game.pack, shuffle), shuffle)
            did = narration.describe_deal(log.game, result, spoken=True)
            self.send(replace(message, step="dealt", cut=shuffle.cut, cut_from=shuffle.cut_from, did=did))
        self.send(self.update())
        self.stage("deal")

    def act(self) -> None:
        """Perform a random action of the seat to act."""
        assert self.log.state is not None
        actor = self.log.state.public.actor
        assert actor is not None
        self.log.add(choose_action(self.rng, self.log.game.legal(view(self.log.state, actor))))
        *_, last = steps(self.log)
        self.send(self.update(steps=(last,)))

    def is_to_act(self) -> bool:
        """Return whether the receiver is to act."""
        return self.mirror.is_to_act

    def missed_events(self) -> bool:
        """Return whether the receiver has missed an event."""
        return self.mirror.missed_events

    @property
    def playing(self) -> bool:
        assert self.log.state is not None
        return self.log.state.public.actor is not None

    def pictures(self) -> tuple[Picture, Picture]:
        """Return the picture from messages and the one from the log, without the actor of a sealed bid."""
        assert self.log.state is not None
        assert self.seats.you is not None
        received_picture = picture(self.speech, self.mirror.sight())
        local_picture = picture(self.speech, deal_view(self.log, self.seats.you, spoken=self.speech.spoken))
        if self.log.state.public.phase not in self.log.game.sealed_phases:
            return received_picture, local_picture
        no_turn = {"seats": (), "question": "", "choices": (), "choosing": 0, "legal": 0}
        return replace(received_picture, **no_turn), replace(local_picture, **no_turn)


@each_game
@pytest.mark.parametrize("spoken", [False, True])
def test_table_mirror_view_equals_view_of_local_table(name: str, spoken: bool) -> None:
    for seed in range(depth(12)):
        table = Table(name, seed, seed % 3, spoken=spoken)
        for _ in range(2):
            table.deal()
            while table.playing:
                received_picture, local_picture = table.pictures()
                assert received_picture == local_picture
                table.act()
            received_picture, local_picture = table.pictures()
            assert received_picture == local_picture
            table.log.close()
            table.send(views.sheet(table.log))
            sheet, local_sheet = table.mirror.sheet, table.log.match.sheet
            assert sheet is not None
            assert list(sheet_page(table.speech, sheet)) == list(sheet_page(table.speech, local_sheet))
            assert table.mirror.winners == table.log.match.winners
            decks = (views.deck(event) for event in table.log.events if isinstance(event, DealEvent))
            proofs = table.send(DecksMessage(tuple(decks)))
            assert proofs
            assert all(proof.key.startswith("deck-right") for proof in proofs), proofs
            if table.log.over:
                break


@each_game
def test_table_mirror_gives_spectator_no_hand_and_no_prompt(name: str) -> None:
    table = Table(name, 5, None)
    table.deal()
    while table.playing:
        assert not table.is_to_act()
        table_picture = picture(table.speech, table.mirror.sight())
        assert not table_picture.hand
        assert not table_picture.choices
        assert not any(player.you for player in table_picture.seats)
        table.act()
    assert not table.mirror.answers


def test_table_mirror_lets_player_bid_sealed_before_their_turn() -> None:
    table = Table(SEALED_BID_GAME, 1)
    table.deal()
    assert table.log.state is not None
    you = next(seat for seat in range(4) if seat != table.log.state.public.actor)
    table.seats = replace(table.seats, you=you)
    table.stage("deal")
    table.send(table.update())
    mirror = table.mirror
    assert table.is_to_act()
    bids = choices(mirror.game, mirror.view)
    assert bids
    assert you in mirror.sight().seats_to_act
    context = views.update_context(mirror.game, 9, table.log.state, sealed_actions={you: bids[0]})
    table.send(views.update(context, you))
    assert not table.is_to_act()
    assert picture(table.speech, mirror.sight()).private_notes == (f"your bid: {table.speech.card(bids[0])}",)


def table_to_act() -> Table:
    """Return a table at which the receiver is to act."""
    table = Table(THREE, 2)
    table.deal()
    while not table.is_to_act():
        table.act()
    table.mirror.answers = []
    return table


def test_table_mirror_resends_action_until_receipt() -> None:
    table = table_to_act()
    mirror = table.mirror
    proposal = mirror.propose("stop")
    assert isinstance(proposal, ProposeCommand)
    assert table.is_to_act(), "a proposal is no act"
    table.send(ReceiptMessage(proposal.id, table.n + 1))
    assert table.is_to_act()
    legal = choices(mirror.game, mirror.view)
    act = mirror.act(legal[:1])
    assert isinstance(act, ActCommand)
    assert act.n == table.n
    assert not table.is_to_act(), "one does not act twice"
    assert [item.key for item in table.send(table.welcome)] == ["connected-again"]
    assert mirror.answers == [act]
    table.send(ReceiptMessage(act.id, act.n + 1))
    assert not table.is_to_act(), "the view of what it did has not come yet"
    mirror.answers = []
    table.send(table.welcome)
    assert not mirror.answers


def test_table_mirror_prompts_again_after_refused_action() -> None:
    table = table_to_act()
    act = table.mirror.act((0,))
    assert isinstance(act, ActCommand)
    (why,) = table.send(RefusedMessage(reason("must-follow", suit=1), act.id, (5,)))
    assert table.speech.sentences([why]) == ["Follow suit: clubs were led, and the hand has some."]
    assert table.is_to_act()
    discard_act = table.mirror.act((5, 18))
    assert isinstance(discard_act, ActCommand)
    assert discard_act.act == (5, 18), "two discards at once"
    assert table.mirror.propose("undo") != table.mirror.propose("undo"), "no id is used twice"


def test_table_mirror_prompts_no_player_replaced_by_computer() -> None:
    table = table_to_act()
    table.send(replace(table.update(), legal=(), ask=()))
    assert not table.is_to_act()
    table_picture = picture(table.speech, table.mirror.sight())
    assert not table_picture.choices
    assert not any(player.you and player.to_act for player in table_picture.seats)


def test_table_mirror_hides_chat_repeated_on_reconnection() -> None:
    table = table_to_act()
    first_message, second_message, greeting = (
        ChatMessage(0, "Anna", "one", ""),
        ChatMessage(1, "Vera", "two", ""),
        ChatMessage(1, "Vera", "", "hello"),
    )
    assert table.speech.sentences(table.send(first_message)) == ["Anna: one"]
    assert table.send(greeting) == [Reason("chat-preset", {"name": "Vera", "preset": "hello"})]
    for message in (table.welcome, table.seats, table.update()):
        table.send(message)
    assert not table.send(first_message)
    assert not table.send(greeting)
    assert table.send(second_message)
    table.send(table.seats)
    assert table.send(first_message), "now it is said again indeed"


def test_table_mirror_tells_invitation_of_friend_once() -> None:
    table = table_to_act()
    here = FriendCall("1", "Anna", table.welcome.table, table.welcome.game)
    there = FriendCall("2", "Vera", "other", table.welcome.game)
    sentences = table.speech.sentences(table.send(InvitedMessage((there, here))))
    assert sentences == ["Vera invites you to a table; its address ends with /t/other."]
    assert table.send(InvitedMessage((there,))) == []


def test_table_mirror_drops_old_events_after_missing_some() -> None:
    table = table_to_act()
    table.act()
    old_events = table.mirror.sight().events
    assert old_events
    last_update = table.mirror.update
    assert last_update is not None
    for message in (table.welcome, table.seats, replace(last_update, did=(), moved=())):
        table.send(message)
    assert not table.missed_events()
    assert table.mirror.sight().events == old_events, "nothing was missed"
    for message in (table.welcome, table.seats, table.update()):
        table.send(message)
    assert table.missed_events()
    assert not table.mirror.sight().events


def test_table_mirror_describes_current_state_on_arrival() -> None:
    table = table_to_act()
    fact, step_reason = Reason("high-bid", {"seat": 1, "call": 53}), Reason("did-say", {"player": 1, "call": 53})
    for recap, reasons in (((step_reason,), [fact, step_reason]), ((fact, step_reason), [fact, step_reason])):
        for message in (table.welcome, table.seats):
            table.send(message)
        assert table.send(replace(table.update(), facts=(fact,), recap=recap)) == reasons
        assert table.mirror.opening_sentences == reasons


def test_table_mirror_runs_clock_of_prompted_player_only() -> None:
    table = table_to_act()
    table.send(table.update(clock=Clock((90_000, 5_000, 0), (0,))))
    table.time += 5
    assert table.mirror.remaining_ms == (85_000, 5_000, 0)
    assert table.mirror.running == 85
    assert picture(table.speech, table.mirror.sight()).scores[-1][0] == "Clock"
    table.send(table.update(clock=Clock((90_000, 5_000, 0), ())))
    assert table.mirror.running is None


def test_table_mirror_shows_time_until_decision_at_table_by_turns() -> None:
    table = table_to_act()
    table.send(replace(table.welcome, turns=TurnLimits(24, 72)))
    table.stage("deal", overdue=(0, 0, 0))
    table.time, reserve_ms = 1_000_000.0, 72 * 3_600_000
    table.send(table.update(clock=Clock((reserve_ms,) * 3, (0,), (1_000_000_000 + 93 * 60_000 + 59_000, None, None))))
    assert (table.mirror.remaining_ms, table.mirror.running) == ((), None)
    sight_picture = picture(table.speech, table.mirror.sight())
    assert sight_picture.title.endswith(" · 1 h 33 min left to act")
    assert "Clock" not in [heading for heading, _ in sight_picture.scores]
    table.stage("deal", overdue=(0, 2, 0), often_absent=(1,))
    heading, reserves = picture(table.speech, table.mirror.sight()).scores[-1]
    assert (heading, reserves.split("; ")[0].split()[-2:]) == ("Reserve", ["1", "h"])
    assert reserves.split("; ")[1].endswith("72 h, missed 2 of 3 in a row, often absent")
    table.send(table.update(clock=Clock((reserve_ms,) * 3, (), (None, None, None))))
    assert picture(table.speech, table.mirror.sight()).title.endswith(table.mirror.welcome.options)


def test_table_mirror_rejects_unknown_game_or_version() -> None:
    table = Table(THREE, 3)
    with pytest.raises(PrikupError, match="game-unknown"):
        table.send(replace(table.mirror.welcome, game="chess"))
    table.deal()
    with pytest.raises(PrikupError, match="other-version"):
        table.send(replace(table.update(), view={"seat": 0, "public": {}, "hand": 0, "notes": []}))


ANNA, VERA, TIGRAN = (Person(name, "", True, True) for name in NAMES[:3])
ANNAS_BOT, VERAS_BOT = replace(ANNA, level="rule"), replace(VERA, here=False, level="rule")
BOT = replace(VERA, level="rule", owner=False)


def test_table_mirror_describes_seat_changes() -> None:
    absent_vera = replace(VERA, here=False)
    for stage, old_seats, new_seats, sentences in (
        ("open", (ANNA, None), (ANNA, VERA), ["Vera sits down."]),
        ("open", (ANNA, VERA), (ANNA, None), ["Vera leaves the seat."]),
        ("open", (ANNA, None), (ANNA, BOT), ["Vera, a computer, sits down."]),
        ("open", (ANNA, absent_vera), (ANNA, VERA), []),
        ("deal", (ANNA, VERA), (ANNA, absent_vera), ["Vera is away."]),
        ("deal", (ANNA, absent_vera), (ANNA, VERA), ["Vera is back."]),
        ("deal", (ANNA, VERA), (ANNA, VERAS_BOT), ["A computer plays for Vera."]),
        ("deal", (ANNA, VERAS_BOT), (ANNA, VERA), ["Vera plays again."]),
        ("deal", (ANNA, VERA), (ANNAS_BOT, VERA), ["A computer plays for you. To play yourself: sit."]),
        ("deal", (ANNAS_BOT, VERA), (ANNA, VERA), ["You play your own seat again."]),
        ("deal", (ANNA, VERA), (replace(ANNA, here=False), VERA), []),
    ):
        table = table_to_act()
        table.stage(stage, seats=(*old_seats, TIGRAN))
        texts = table.speech.sentences(table.stage(stage, seats=(*new_seats, TIGRAN)))
        assert (stage, old_seats, new_seats, texts) == (stage, old_seats, new_seats, sentences)


def test_table_mirror_describes_reserved_seat() -> None:
    table = table_to_act()
    table.stage("open", seats=(ANNA, None, TIGRAN))
    reasons = table.stage("open", reserved=(1,))
    assert table.speech.sentences(reasons) == ["A player is choosing a name for seat 2."]
    assert not table.stage("open")


def test_table_mirror_describes_removed_user_and_remover() -> None:
    anna, vera = replace(ANNA, id="a"), replace(VERA, id="v")
    bot = replace(BOT, name="Pekka")
    plays = "Pekka, a computer, plays that seat now."
    for stage, successor, you, changes, sentences in (
        ("open", None, 0, {"host": True}, ["You have removed Vera."]),
        ("deal", bot, 0, {"host": True}, ["You have removed Vera.", plays]),
        ("deal", bot, 0, {"host_seat": 2}, ["Tigran has removed Vera.", plays]),
        ("deal", bot, 0, {}, ["The host has removed Vera.", plays]),
        (
            "deal",
            bot,
            None,
            {"host_seat": 0, "me": "v"},
            ["Anna has removed you from this table; you now watch.", plays],
        ),
        ("open", None, None, {"me": "v"}, ["The host has removed you from this table; you now watch."]),
    ):
        table = table_to_act()
        table.stage(stage, seats=(anna, vera, TIGRAN))
        reasons = table.stage(stage, seats=(anna, successor, TIGRAN), you=you, removed=("v",), **changes)
        speech = Speech(table.speech.words, table.log.game, ["Anna", "Pekka", "Tigran"], you=you, spoken=True)
        assert (stage, changes, speech.sentences(reasons)) == (stage, changes, sentences)
        assert not table.stage(stage), "once"


def test_table_mirror_describes_proposal_to_players_not_voting() -> None:
    table = table_to_act()
    mine = Proposal(1, "undo", 0, None, (1, 2))
    reason_lists = [table.stage("deal", proposal=mine), table.stage("deal", proposal=replace(mine, waits=(2,)))]
    assert [table.speech.sentences(items) for items in reason_lists] == [
        ["Vera, Tigran must agree. n: withdraw the proposal."],
        [],
    ]
    assert table.speech.sentences(table.stage("deal", proposal=None)) == ["The proposal was not accepted."]
    theirs = Proposal(2, "claim", 1, None, (2,), tricks=2, left=3)
    assert table.speech.sentences(table.stage("deal", proposal=theirs)) == ["Vera claims 2 of the 3 tricks left."]
    refusal_reasons = table.stage("deal", proposal=None, declined=2)
    assert table.speech.sentences(refusal_reasons) == ["Tigran says no: the play goes on."]
    table.stage("deal", proposal=theirs, declined=None)
    table.act()
    assert not table.stage("deal", proposal=None), "what came of it was told by what was done"
    assert not table.stage("deal", proposal=Proposal(3, "stop", 1, None, (0, 2))), "he reads it with the question"
    assert not table.stage("over", proposal=None)
    assert table.speech.sentences(table.stage("over", again="x")) == ["There is a table for a rematch."]


def test_table_mirror_shows_hint_for_current_prompt_only() -> None:
    table = table_to_act()
    advice = Advice((5,), {(5,): 1.5})
    hint_message = HintMessage(table.n, advice.plan, (PlanValue((5,), 1.5),))
    advice_history = []
    for step in (
        table.mirror.hint,
        lambda: table.send(hint_message),
        lambda: table.mirror.act((5,)),
        lambda: table.send(hint_message),
    ):
        step()
        advice_history.append(table.mirror.advice)
    assert advice_history == [None, advice, None, None], "he has acted, and then it is too late"


def test_table_mirror_shows_limits_of_rated_match_in_titles() -> None:
    table = table_to_act()
    table.stage("open", rated=True, left_ms=3_540_001, time_runs=False)
    room = scene(table.speech, table.mirror, cuts=False)
    assert isinstance(room.blocks[0], Heading)
    assert room.blocks[0].text.endswith(" · rated · 60 min left")
    table.stage("deal", time_runs=True)
    table.time += 61
    assert picture(table.speech, table.mirror.sight()).title.endswith(" · rated · 58 min left")
    table.stage("deal", rated=False, left_ms=0, ending="last")
    assert picture(table.speech, table.mirror.sight()).title.endswith(" · last deal")
    table.stage("deal", left_ms=None, ending="")
    assert picture(table.speech, table.mirror.sight()).title.endswith(table.mirror.welcome.options)


def test_table_mirror_describes_rating_changes_once_after_match() -> None:
    table = table_to_act()
    assert table.speech.sentences(table.stage("deal", rated=True, unrated="")) == []
    assert table.speech.sentences(table.stage("deal", rated=False, unrated="device")) == [
        "This match is not rated: two seats are on the same device."
    ]
    assert not table.stage("over", rated=True, unrated="")
    effects = (RatingEffect(1500, 1512, 80), RatingEffect(1614, 1602, 301, provisional=True), None)
    reasons = table.stage("over", ratings=effects)
    sentences = ["Rating of Anna: 1512 ± 80 (+12).", "Rating of Vera: 1602? ± 301 (−12)."]
    assert table.speech.sentences(reasons) == sentences
    assert not table.stage("over"), "once"
    page = scene(table.speech, table.mirror, cuts=False).blocks
    assert [block.text for block in page if isinstance(block, Paragraph)][-2:] == sentences


def test_table_mirror_shows_that_the_match_is_void() -> None:
    table = table_to_act()
    assert not table.stage("over", rated=True, unrated="")
    sentence = "The operator of this server declared this match void: it does not count for ratings."
    assert table.speech.sentences(table.stage("over", rated=False, unrated="void")) == [sentence]
    page = scene(table.speech, table.mirror, cuts=False).blocks
    assert [block.text for block in page if isinstance(block, Paragraph)][-1] == sentence
