"""Record deals as golden texts: files that show how the games play, so that a change of the rules shows up as a diff.

`playthrough` records one deal in full. At the first step of each phase it has the state, every View (what one player
can see), the legal actions, and which receivers see the action. At other steps it has only the action, the legal
actions and who sees the action. At the end it has the outcome, the sheet row with its reasons, and the next standing
(the state of the match before the next deal). `transcript` is shorter: it has the actions with their alternatives, and
the sheet row.
"""

import hashlib
import random
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
from support.random_walk import Step, choose_action

from prikup.games import game
from prikup.rules.action_text import action_text
from prikup.rules.cards import card_text, mask_text
from prikup.rules.errors import BadOptions
from prikup.rules.game import AgreedEnd, AnyGame, Redeal
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.options import idle, options_text, single_changes, value_text
from prikup.rules.state import State, view, watch
from prikup.rules.text_format import state_text, view_text

__all__ = [
    "Flip",
    "covered_words",
    "flip_of",
    "flip_text",
    "flips",
    "matters",
    "phases",
    "plays",
    "required_coverage",
    "search",
    "standing_of",
    "transcript",
]


def _rng(*seeds: object) -> random.Random:
    return random.Random(hashlib.sha256(repr(seeds).encode()).digest())


def _deck(game: AnyGame, seed: int, deal: int, attempt: int) -> tuple[int, ...]:
    return tuple(_rng(seed, deal, attempt).sample(sorted(game.pack), len(game.pack)))


def _script(game: AnyGame, state: State[Any], seed: int) -> Iterator[Step]:
    """Play a deal from `state`, and yield each state with the action taken in it; `seed` determines the actions."""
    step = 0
    while state.public.actor is not None:
        action = choose_action(_rng(seed, state.public.match.deal, step), game.legal(view(state, state.public.actor)))
        yield Step(game, state, action)
        state = game.apply_unchecked(state, action)
        step += 1
    yield Step(game, state, None)


def _legal_texts(game: AnyGame, state: State[Any]) -> str:
    return " ".join(action_text(game.calls, action) for action in game.legal(view(state, state.public.actor)))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _end_lines(game: AnyGame, state: State[Any], standing: MatchStanding[Any]) -> Iterator[str]:
    outcome = game.outcome(state)
    row = game.scoring.row(outcome, standing)
    yield f"outcome {_json(outcome)}"
    for entry in row.entries:
        yield f"row {entry.column} side {entry.side}: {entry.amount:+d} ({entry.reason})"
    next_deal, match = (
        game.scoring.next_deal(outcome, standing, row),
        Match.from_standing(game, standing).close(outcome),
    )
    yield f"next {_json({**msgspec.to_builtins(next_deal), 'winners': match.winners})}"


def _first_accepted_deal(game: AnyGame, standing: MatchStanding[Any], seed: int) -> tuple[list[str], State[Any]]:
    lines = []
    for attempt in range(1, 1000):
        deck = _deck(game, seed, standing.deal, attempt)
        lines.append("deck " + " ".join(map(card_text, deck)))
        state = game.deal(deck, standing)
        if not isinstance(state, Redeal):
            return lines, state
        lines.append(f"refused ({state.reason}) shown {state.revealed_hands}")
    raise AssertionError("every deck is refused")


def _concession_results(game: AnyGame, state: State[Any], standing: MatchStanding[Any]) -> Iterator[str]:
    """Yield, for each side, a line with the result of the deal if the side conceded it in this state.

    `standing` is the state of the match before the deal.
    """
    for side, seats in enumerate(game.sides):
        settled_state = game.settle(state, AgreedEnd(conceding_seats=seats))
        if isinstance(settled_state, State):
            row = game.scoring.row(game.outcome(settled_state), standing)
            yield f"if side {side} conceded: {' '.join(f'{e.side}:{e.amount:+d}' for e in row.entries)}"
        else:
            yield f"if side {side} conceded: {settled_state}"


def _revealed_cards(calls: tuple[str, ...], old_state: State[Any], new_state: State[Any]) -> Iterator[str]:
    """Yield a line for each card that an action has revealed, other than a card played.

    `calls` are the names of the game's calls, and the states are those before and after the action.
    """
    for announcement in new_state.public.said[len(old_state.public.said) :]:
        if announcement.action < 52:
            yield f"  {announcement.seat} turns up {action_text(calls, announcement.action)}"
    for seat, (old_cards, new_cards) in enumerate(zip(old_state.public.shown, new_state.public.shown, strict=True)):
        if revealed_cards := new_cards & ~old_cards:
            yield f"  {seat} lays open {mask_text(revealed_cards)}"


def transcript(game: AnyGame, standing: MatchStanding[Any], seed: int) -> list[str]:
    """Return the lines that record a deal in short form.

    They contain the totals with which the sheet begins unless these are zero, the decks, each action with its
    alternatives, and the end of the deal. `standing` is the state of the match before the deal, and `seed` determines
    the cards and actions.
    """
    lines, first = _first_accepted_deal(game, standing, seed)
    if standing.deal == 1 and any(map(any, game.opening)):
        lines.insert(0, f"opening {_json(game.opening)}")
    has_shown_concessions = False
    for (_, old_state, action), (_, state, _) in pairwise(_script(game, first, seed)):
        if old_state.public.tricks and not has_shown_concessions:
            has_shown_concessions = True
            lines += _concession_results(game, old_state, standing)
        assert action is not None
        word, choices = action_text(game.calls, action), _legal_texts(game, old_state)
        lines.append(f"{old_state.public.actor} {old_state.public.phase} {word} of {choices}")
        lines += _revealed_cards(game.calls, old_state, state)
    return lines + list(_end_lines(game, state, standing))


def playthrough(game: AnyGame, standing: MatchStanding[Any], seed: int) -> list[str]:
    """Return the lines that record a deal in full, with the views of all players at the first step of each phase.

    `standing` is the state of the match before the deal, and `seed` determines the cards and actions.
    """
    lines, first = _first_accepted_deal(game, standing, seed)
    seen_phases = set()
    for _, state, action in _script(game, first, seed):
        public = state.public
        if public.phase not in seen_phases:
            seen_phases.add(public.phase)
            lines += ["", f"= {public.phase}", f"state {state_text(game, state)}"]
            lines += [f"headline {fact}" for fact in game.explanations.headline(public)]
            for receiver in (None, *range(game.seats)):
                player_view = watch(state) if receiver is None else view(state, receiver)
                lines.append(f"view {view_text(game, player_view).rpartition(' ; ')[0]}")
                cells = ", ".join(f"{c.place} {c.seat} {c.size}" for c in game.analysis.hidden_cells(player_view))
                lines.append(f"  unknown {cells}")
        if action is not None:
            visibility = [
                game.visible_action(public, action, receiver) is not None for receiver in (None, *range(game.seats))
            ]
            secret = "" if all(visibility) else f" told {' '.join('yes' if t else 'no' for t in visibility)}"
            lines.append(f"{public.actor} {action_text(game.calls, action)} of {_legal_texts(game, state)}{secret}")
    return lines + list(_end_lines(game, state, standing))


def _outcome(game: AnyGame, standing: MatchStanding[Any], seed: int) -> Any:
    """Return the outcome of the deal that `_script` plays with this seed; `standing` is the match before the deal."""
    *_, end = _script(game, _first_accepted_deal(game, standing, seed)[1], seed)
    return game.outcome(end.state)


class Flip(NamedTuple):
    """A deal that shows the effect of one value of one option.

    The transcript of the deal under the house rules `options` differs from that under the house rules `against`. The
    two are the same except that the option `field` has the value `value` in the first and its default value in the
    second. `standing` (the state of the match before the deal, as JSON) and `seed` determine the deal.
    """

    field: str
    value: str
    options: str
    against: str
    seed: int
    standing: str


def flips(kind: GameDefinition) -> list[tuple[str, Any]]:
    """Return pairs of the name of an option and one of its values other than the default, for all options of a game."""
    return [(name, value) for name, value in single_changes(next(iter(kind.presets.values())))]


def search(name: str, kind: GameDefinition, field: str, value: object, tries: int = 60_000) -> Flip:
    """Find a deal that shows the effect of the value `value` of the option `field`, and return it.

    `name` and `kind` are the game. The search plays matches under the presets (named sets of house rules) first, and
    then under other random options. Raise AssertionError if it finds no deal within `tries` attempts.
    """
    rng = _rng(name, field, value)
    bases = list(kind.presets.values())
    default = getattr(bases[0], field)
    for attempt in range(tries):
        base = bases[attempt % len(bases)] if attempt < 40 else _vary_options(kind, rng, attempt)
        try:
            options = msgspec.structs.replace(base, **{field: value})
            default_options = msgspec.structs.replace(base, **{field: default})
        except ValueError:
            continue
        if any(one.option == field for rules in (options, default_options) for one in idle(rules)):
            continue  # the option has no effect in these rules
        seed = rng.randrange(1 << 30)
        standing = _first_different_standing(
            kind.build(options), kind.build(default_options), seed, move_points=attempt > 200
        )
        if standing is not None:
            one, other_text = (options_text(kind.presets, o) for o in (options, default_options))
            return Flip(field, value_text(value), one, other_text, seed, _json(standing))
    raise AssertionError(f"{name} {field}={value}: no deal found in which it matters")


def _vary_options(kind: GameDefinition, rng: random.Random, attempt: int) -> Any:
    """Return the default house rules of a game with one to four random options changed, depending on `attempt`."""
    options = next(iter(kind.presets.values()))
    for _ in range(1 + attempt % 4):
        field, value = rng.choice(list(single_changes(options)))
        try:
            options = msgspec.structs.replace(options, **{field: value})
        except ValueError:
            continue
    return options


def _move_points(standing: MatchStanding[Any], rng: random.Random) -> MatchStanding[Any]:
    """Return the standing (the state of a match before a deal) with points moved from one side to another.

    This makes cases that random matches rarely reach.
    """
    totals = [list(column) for column in standing.totals]
    giver, receiver = rng.sample(range(len(totals[0])), 2)
    points = rng.randrange(1, 160)
    totals[0][giver] -= points
    totals[0][receiver] += points
    return msgspec.structs.replace(standing, totals=tuple(map(tuple, totals)))


def _first_different_standing(
    first_game: AnyGame, second_game: AnyGame, seed: int, *, move_points: bool
) -> MatchStanding[Any] | None:
    """Play a match under two versions of a game, and return the standing before the first deal that differs.

    `seed` determines the cards and actions. A standing is the state of a match before a deal. Return None if no deal
    differs. With `move_points`, points are moved between sides before each deal but the first.
    """
    match = Match.begin(first_game)
    for n in range(60):
        standing = _move_points(match.standing, _rng(seed, n)) if move_points and n else match.standing
        first_transcript = transcript(first_game, standing, seed)
        if first_transcript != transcript(second_game, standing, seed):
            return standing
        match = match.close(_outcome(first_game, standing, seed))
        if match.over:
            return None
    return None


def standing_of(kind: GameDefinition, text: str) -> MatchStanding[Any]:
    """Parse `text`, the JSON of a standing (the state of a match before a deal), with the types that this game uses."""
    annotation = next(f.type for f in msgspec.structs.fields(kind.public) if f.name == "match")
    standing: MatchStanding[Any] = msgspec.json.decode(text, type=annotation)
    return standing


def flip_text(name: str, kind: GameDefinition, flip: Flip) -> str:
    """Return the golden text that records a flip (a deal that shows the effect of one option).

    It has the fields of the flip and the transcript of the deal, as in the files that the tests compare. `name` and
    `kind` are the game.
    """
    head = [f"{field} {getattr(flip, field)}" for field in Flip._fields]
    return "\n".join([*head, "", *_flip_transcript(name, kind, flip, flip.options)]) + "\n"


def _flip_transcript(name: str, kind: GameDefinition, flip: Flip, options: str) -> list[str]:
    return transcript(game(name, options), standing_of(kind, flip.standing), flip.seed)


def matters(name: str, kind: GameDefinition, flip: Flip, text: str = "") -> bool:
    """Return whether the deal of a flip would be different if the option had its default value.

    `name` and `kind` are the game. A flip is a deal that shows the effect of one option. `text` is its golden text (the
    expected text in a file), or "" if it has to be made first.
    """
    own_lines = (text or flip_text(name, kind, flip)).partition("\n\n")[2].splitlines()
    return own_lines != _flip_transcript(name, kind, flip, flip.against)


def flip_of(text: str) -> Flip:
    """Parse the fields of a flip (a deal that shows the effect of one option) from its golden text."""
    head: dict[str, Any] = dict(line.split(" ", 1) for line in text.split("\n\n")[0].splitlines())
    return Flip(**{**head, "seed": int(head["seed"])})


def phases(kind: GameDefinition) -> set[str]:
    """Return the names of all phases (such as the auction or the play) that a deal of this game can have."""
    annotation = get_type_hints(kind.public)["phase"]
    return set(get_args(annotation))


def play_text(name: str, options: str, seed: int) -> str:
    """Return the golden text (the expected text in a file) of a playthrough of the game called `name`.

    A playthrough is a deal recorded in full. `options` are the house rules, and `seed` determines the cards, the
    actions and the number of earlier deals.
    """
    rules = game(name, options)
    match = Match.begin(rules, seed % rules.seats)
    for _ in range(seed % 3):  # play earlier deals, so that carried state occurs
        match = match.close(_outcome(rules, match.standing, seed))
    head = [f"options {options}", f"seed {seed}", f"standing {_json(match.standing)}", ""]
    return "\n".join(head + playthrough(rules, match.standing, seed)) + "\n"


def covered_words(text: str) -> set[str]:
    """Return the names of the phases that a playthrough contains and of the actions taken in it.

    `text` is the golden text of the playthrough (a deal recorded in full).
    """
    matches = re.findall(r"^= (\S+)$|^\d (\S+) of ", text, re.MULTILINE)
    return {phase or action for phase, action in matches}


def required_coverage(kind: GameDefinition) -> set[str]:
    """Return what the playthroughs (recorded deals) of a game must contain together: every phase and every call."""
    return phases(kind) | set(kind.build(next(iter(kind.presets.values()))).calls)


def play_of(text: str) -> tuple[str, int]:
    """Parse the house rules and the seed of a playthrough (a deal recorded in full) from its golden text."""
    options, seed = (line.partition(" ")[2] for line in text.splitlines()[:2])
    return options, int(seed)


def plays(name: str, kind: GameDefinition, old_texts: Iterable[str] = ()) -> Iterator[str]:
    """Yield golden texts of playthroughs (recorded deals) that together contain all phases and calls of a game.

    `name` and `kind` are the game. The playthroughs in `old_texts` come first. Each is generated again with its own
    options and seed, so only texts affected by a change differ. A playthrough whose options are no longer valid is
    dropped. After them come new playthroughs for everything that is still missing, beginning with those under presets
    (named sets of house rules).
    """
    missing_words, covered_options = required_coverage(kind), set[str]()
    for old in old_texts:
        options, seed = play_of(old)
        try:
            text = play_text(name, options, seed)
        except BadOptions:
            continue
        missing_words, covered_options = missing_words - covered_words(text), covered_options | {options}
        yield text
    yield from _complete_coverage(name, kind, missing_words, covered_options)


def _complete_coverage(
    name: str, kind: GameDefinition, missing_words: set[str], covered_options: set[str]
) -> Iterator[str]:
    """Yield golden texts of playthroughs that contain something missing, and one for each preset that has none yet.

    `name` and `kind` are the game. `missing_words` are the phases and calls that no playthrough contains yet.
    `covered_options` are the house rules, as text, of the playthroughs so far.
    """
    rng, presets = _rng("plays", name), list(kind.presets.values())
    for attempt in range(5000):
        options = presets[attempt % len(presets)] if attempt < 60 else _vary_options(kind, rng, attempt)
        option_text = options_text(kind.presets, options)
        is_new = attempt < len(presets) and option_text not in covered_options
        if not missing_words and attempt >= len(presets):
            return
        text = play_text(name, option_text, attempt) if missing_words or is_new else ""
        if is_new or covered_words(text) & missing_words:
            missing_words -= covered_words(text)
            yield text
    raise AssertionError(f"{name}: no playthrough shows {missing_words}")
