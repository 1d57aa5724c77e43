"""A mistake of the person at the terminal, in words."""

__all__ = ["Complaint"]


class Complaint(Exception):
    """A sentence for the person at the terminal, who made a mistake or whose file did; `code` ends the program."""

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code
