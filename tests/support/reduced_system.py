"""Simulate a system with fewer modules than this one, by code that runs in a process before the tested program."""

__all__ = ["REDUCED_SYSTEM_CODE", "import_blocker"]

NOT_EVERYWHERE = ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "readline", "uvloop")
"""The modules that do not exist on Windows."""


def import_blocker(*modules: str) -> str:
    """Return Python code that makes every import of these modules and of their submodules fail."""
    return f"""
import sys
for name in {modules!r}:
    sys.modules.pop(name, None)
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {modules!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
"""


REDUCED_SYSTEM_CODE = (
    import_blocker(*NOT_EVERYWHERE)
    + """
import os, signal, socket
for name in ("nice", "getpriority", "setpriority", "fork", "register_at_fork", "getuid", "geteuid", "fchmod"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGCONT", "SIGTSTP", "SIGWINCH", "SIGUSR1", "SIGALRM", "SIGHUP"):
    if hasattr(signal, name):
        delattr(signal, name)
del socket.CMSG_LEN  # multiprocessing concludes from it that there is a fork server
"""
)
"""Python code that removes the modules, functions and signals that do not exist on Windows."""
