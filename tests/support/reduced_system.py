"""Simulation of a system with fewer modules than this one: code that runs before a program, in its own process."""

__all__ = ["REDUCED_SYSTEM_CODE", "import_blocker"]

NOT_EVERYWHERE = ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "readline", "uvloop")
"""The modules that Windows lacks."""


def import_blocker(*modules: str) -> str:
    """Return code that makes the import of these modules, and of their submodules, fail."""
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
import os, signal
for name in ("nice", "getpriority", "setpriority", "fork", "register_at_fork", "getuid", "geteuid", "fchmod"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGCONT", "SIGTSTP", "SIGWINCH", "SIGUSR1", "SIGALRM", "SIGHUP"):
    if hasattr(signal, name):
        delattr(signal, name)
"""
)
"""Code that removes the modules that not every system has."""
