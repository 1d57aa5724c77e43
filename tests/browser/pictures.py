"""Pictures of pages, for people who look at them: `make test-all` and `make looks` save them. `make test` does not, as
each takes about as long as a check of the layout."""

from browser.conftest import SHOTS
from playwright.sync_api import Page
from support.circles import Circle

__all__ = ["save_picture"]


def save_picture(page: Page, name: str, *, full_page: bool = False) -> None:
    """Save a picture of a page as `build/screenshots/NAME.png`, in circle `all` only."""
    if Circle.name == "all":
        page.screenshot(path=SHOTS / f"{name}.png", full_page=full_page)
