"""Tests that the faults of `make mutants` can be planted: each text that a fault replaces exists in the sources."""

from collections import Counter

from campaigns.mutants import FAULTS, ROOT


def test_mutants_apply_to_current_sources() -> None:
    wrong = []
    for fault in FAULTS:
        path = ROOT / fault.file
        times = path.read_text(encoding="utf-8").count(fault.before) if path.is_file() else 0
        if times != 1:
            wrong.append(f"{fault.id}: its text occurs {times} times in {fault.file}, not once")
        if fault.before == fault.after or not fault.wrong.endswith("."):
            wrong.append(f"{fault.id}: it changes nothing, or `wrong` is not a sentence")
    assert not wrong, "correct the lists (tests/campaigns/mutants.toml, games/mutants.toml):\n" + "\n".join(wrong)


def test_mutants_have_unique_ids() -> None:
    assert not [name for name, times in Counter(fault.id for fault in FAULTS).items() if times > 1]
