"""What all tests of the terminal share: databases from a template, and a disk that is not waited for."""

import os

import pytest
from support.template_database import use_template

use_template()


@pytest.fixture(autouse=True)
def _no_fsync(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
