"""The faults of `make mutants` apply: the sources still contain the text that each replaces."""

from collections import Counter

from campaigns.mutants import FAULTS, ROOT


def test_mutants_apply_to_current_sources() -> None:
    wrong = []
    for fault in FAULTS:
        path = ROOT / fault.file
        times = path.read_text(encoding="utf-8").count(fault.before) if path.is_file() else 0
        if times != 1:
            wrong.append(f"{fault.id}: its text stands {times} times in {fault.file}")
        if fault.before == fault.after or not fault.wrong.endswith("."):
            wrong.append(f"{fault.id}: it changes nothing, or no sentence says what is wrong")
    assert not wrong, "mend the lists (tests/campaigns/mutants.toml, games/mutants.toml):\n" + "\n".join(wrong)


def test_mutants_have_unique_ids() -> None:
    assert not [name for name, times in Counter(fault.id for fault in FAULTS).items() if times > 1]
