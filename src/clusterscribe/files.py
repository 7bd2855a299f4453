"""Write files whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clusterscribe.errors import InputError

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def write_atomically(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary file next to `path`, and move it there when the block succeeds.

    When the block fails, for whatever reason, the temporary file is removed and `path` is
    as it was before. A device or a pipe (`/dev/null`) is written directly.
    """
    target = real(path)  # a symbolic link stays, the file behind it is replaced
    with _explained(path):
        is_device = _is_device(path)
        temporary = Path(path) if is_device else _new_file_beside(target)
    try:
        yield temporary
        if not is_device:
            with _explained(path):
                _move(temporary, target)
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise InputError(_sentence(path, error)) from error
        raise  # it may be about another file
    finally:
        if not is_device:
            temporary.unlink(missing_ok=True)


def real(path: str | os.PathLike[str]) -> Path:
    """Return where a path leads to; circular links are left to the system to refuse."""
    return Path(os.path.realpath(path))


def _is_device(path: str | os.PathLike[str]) -> bool:
    """Whether there is something other than a file; a folder cannot be written.

    The path itself is examined, as `/dev/stdout` may lead to a pipe, which is in no folder.
    """
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    return not stat.S_ISREG(mode)


def _new_file_beside(target: Path) -> Path:
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError
    temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.part")
    temporary.touch(exist_ok=False)  # with the permissions of any new file
    return temporary


def _move(temporary: Path, target: Path) -> None:
    if target.exists():
        shutil.copymode(target, temporary)
    temporary.replace(target)


@contextmanager
def _explained(path: str | os.PathLike[str]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(_sentence(path, error)) from error


def _sentence(path: str | os.PathLike[str], error: OSError) -> str:
    advice = "free some space" if error.errno in _NO_ROOM else "choose another place"
    return f"cannot write {str(path)!r}: {_reason(error)}; {advice}"


def _reason(error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "its folder does not exist"
    if isinstance(error, PermissionError):
        return "permission denied"
    return os.strerror(error.errno).lower() if error.errno else str(error)
