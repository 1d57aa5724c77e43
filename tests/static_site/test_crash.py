"""A browser killed at random moments loses nothing that was acknowledged."""

from pathlib import Path
from typing import Any

import pytest
from campaigns.browser_crash import crash
from playwright.sync_api import Playwright
from static_site.device import Device

pytestmark = pytest.mark.thorough


def test_acknowledged_actions_survive_browser_kill(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], base_url: str, tmp_path: Path
) -> None:
    outcome = crash(Device(playwright, tmp_path / "device", base_url, browser_type_launch_args), rounds=4, seed=2)
    assert outcome.kills == 4
    assert outcome.commits >= outcome.acknowledged_actions > 0
