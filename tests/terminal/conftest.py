"""Fixtures of all terminal tests: databases from a template, and no waiting for the disk."""

import os

import pytest
from support.template_database import use_template

use_template()


@pytest.fixture(autouse=True)
def _no_fsync(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
