"""Format numbers as players write them on a score sheet, in the same way in every language."""

from fractions import Fraction

__all__ = ["format_change", "format_number", "format_share"]


def format_number(number: int) -> str:
    """Return the text of a whole number, such as `10`, `−9` or `0`."""
    return str(number).replace("-", "−")


def format_change(number: int) -> str:
    """Return the text of a change by a whole number, with its sign, such as `+10`, `−9` or `0`."""
    return f"+{number}" if number > 0 else format_number(number)


def format_share(share: Fraction) -> str:
    """Return the text of a gain or loss of a fraction of points, with its sign, such as `+6 2/3`, `−1/3` or `0`."""
    whole, rest = divmod(abs(share), 1)
    text = " ".join(str(part) for part in (whole, rest) if part) or "0"
    return text if not share else ("+" if share > 0 else "−") + text
