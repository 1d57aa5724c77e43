"""Errors that the user of the command line can correct."""

__all__ = ["Complaint"]


class Complaint(Exception):
    """Raised if the user can correct the error: a wrong use of the command line, or a damaged file.

    The text of the exception is the sentence to print, and `code` is the exit code of the program.
    """

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code
