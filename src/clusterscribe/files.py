"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clusterscribe.errors import InputError

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def write_atomically(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a temporary file beside `path`, and move it there when the block succeeds.

    When the block fails, whatever the reason, the temporary file is removed and `path` is
    as it was before. A device or a pipe (`/dev/null`) is given as it is.
    """
    target = Path(path).resolve()  # a symbolic link stays, the file behind it is replaced
    if target.is_dir():
        raise InputError(f"cannot write {str(path)!r}: it is a folder; name a file")
    if target.exists() and not target.is_file():
        yield target
        return
    temporary = _new_file_beside(target, path)
    try:
        yield temporary
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        raise InputError(
            f"cannot write {str(path)!r}: {_reason(error)}; free some space"
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def _new_file_beside(target: Path, path: str | os.PathLike[str]) -> Path:
    temporary = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.part")
    try:
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        temporary.touch(exist_ok=False)  # with the permissions that any new file gets
    except OSError as error:
        raise InputError(
            f"cannot write {str(path)!r}: {_reason(error)}; choose another place"
        ) from error
    return temporary


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "its folder does not exist"
    if isinstance(error, PermissionError):
        return "permission denied"
    text = os.strerror(error.errno) if error.errno else str(error)
    return text[:1].lower() + text[1:]
