"""User errors on the command line."""

__all__ = ["Complaint"]


class Complaint(Exception):
    """A user error or a bad file, with the sentence to print; `code` is the exit code."""

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code
