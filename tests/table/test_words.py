"""Every refusal and message of a table or a server has a text in every language."""

from pathlib import Path
from typing import get_args

from repository.test_locale import LOCALE, calls, messages
from table.tables import THREE

import prikup.api
import prikup.archive
import prikup.scorer
import prikup.server
import prikup.table
from prikup.games import game
from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import Speech
from prikup.rules.errors import reason
from prikup.server.notices.kinds import CHANNELS_OF
from prikup.server.storage.audit import AuditKind
from prikup.table.commands.chat import PRESETS

ROOMS = (prikup.table, prikup.server, prikup.archive, prikup.api, prikup.scorer)
TABLE, SERVER, ARCHIVE, API, SCORER = (Path(room.__file__ or "").parent for room in ROOMS)
MAILED = {f"mailed-{text}" for text in ("proof", "proof-subject", "stop")} | {
    f"mailed-{kind}{part}" for kind, channels in CHANNELS_OF.items() if "mail" in channels for part in ("", "-subject")
}
"""The messages of which mails consist."""
ADDITIONAL_KEYS = {
    TABLE: {f"chat-{preset}" for preset in PRESETS} | {"did-cut", "did-cut-missing", "points-at"},
    SERVER: {f"audit-{kind}" for kind in get_args(AuditKind)} | {"login-held"} | MAILED,
}
"""Messages of a package that no literal key of a reason refers to."""


def test_reasons_have_messages_in_all_languages_and_no_message_is_unused() -> None:
    for room, callers in ((TABLE, (TABLE,)), (SERVER, (SERVER, ARCHIVE, API))):  # these have no messages of their own
        english = messages(room, "en")
        reason_calls = [call for caller in callers for call in calls(caller, "reason")]
        assert len({key for key, _ in reason_calls}) > 25
        for tongue in LANGUAGES:
            own_messages = messages(room, tongue)
            assert own_messages == english
            shared_messages = messages(LOCALE, tongue)
            if room == SERVER:  # its readers also have the messages of table and scorer
                shared_messages |= messages(TABLE, tongue) | messages(SCORER, tongue)
            all_messages = shared_messages | own_messages
            wrong_keys = [key for key, arguments in reason_calls if not all_messages.get(key, {""}) <= arguments]
            assert not wrong_keys, f"there is no {tongue} message, or it asks for what the code does not give"
            assert (
                set(own_messages)
                == {key for key, _ in reason_calls if key not in shared_messages} | ADDITIONAL_KEYS[room]
            )


def test_shuffle_messages_name_player_and_number() -> None:
    for tongue in LANGUAGES:
        speech = Speech(Words(tongue, TABLE), game(THREE), ("Anna", "Vera", "Tigran"))
        for key in ("did-cut", "did-cut-missing", "did-withhold"):
            sentence = speech(key, player=1, number=7)
            assert "Vera" in sentence
            assert "7" in sentence
        assert "Vera" in speech.reason(reason("not-the-cutter", seat=1))


def test_chat_presets_are_unique() -> None:
    assert len(set(PRESETS)) == len(PRESETS)
