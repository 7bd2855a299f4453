"""A PostgreSQL of the test's own, in a folder that is gone afterwards and in New York."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

ZONE = "America/New_York"
ACCOUNT = "postgres"  # PostgreSQL refuses to be run by root


@dataclass(frozen=True)
class Postgres:
    """A server that listens on a socket in a folder."""

    folder: Path

    def ask(self, *commands: str) -> list[list[str]]:
        """Run commands in one session, and return the rows of the last that has any."""
        script = ";\n".join(["SET client_min_messages = error", *commands])
        answer = subprocess.run(
            [program("psql"), "-h", self.folder, "-U", ACCOUNT, "-X", "-q", "--csv", "-t",
             "-v", "ON_ERROR_STOP=1", "-f", "-", "postgres"],
            input=script, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert answer.returncode == 0, answer.stderr
        return list(csv.reader(io.StringIO(answer.stdout)))


def why_not() -> str | None:
    """Say why there can be no server, if so."""
    missing = [name for name in ("initdb", "pg_ctl", "psql") if program(name) is None]
    if missing:
        return f"PostgreSQL is not installed: there is no {' and no '.join(missing)}"
    if _is_root() and shutil.which("runuser") is None:
        return "PostgreSQL refuses to be run by root, and there is no runuser"
    if _is_root() and _account() is None:
        return f"PostgreSQL refuses to be run by root, and there is no account {ACCOUNT}"
    return None


def start(folder: Path) -> Postgres:
    """Start a server whose files are in this folder."""
    data = folder / "data"
    if _is_root():
        shutil.chown(folder, ACCOUNT)
    _run(program("initdb"), "-D", data, "-U", ACCOUNT, "-A", "trust", "-N", "-E", "UTF8",
         "--locale=C")  # fmt: skip
    settings = f"-c listen_addresses='' -k {folder} -c fsync=off -c timezone={ZONE}"
    _run(program("pg_ctl"), "-D", data, "-w", "-l", folder / "log", "-o", settings, "start")
    return Postgres(folder)


def stop(server: Postgres) -> None:
    """Stop a server at once."""
    _run(program("pg_ctl"), "-D", server.folder / "data", "-m", "immediate", "stop")


def program(name: str) -> str | None:
    """Find a program of PostgreSQL, which Debian keeps off the path."""
    apart = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(apart[-1]) if apart else None)


def _run(*command: object) -> None:
    as_other = ["runuser", "-u", ACCOUNT, "--"] if _is_root() else []
    # output to nowhere: the server would keep a pipe open
    subprocess.run(
        [*as_other, *map(str, command)], check=True, timeout=60, cwd="/",
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _account() -> object | None:
    import pwd

    try:
        return pwd.getpwnam(ACCOUNT)
    except KeyError:
        return None
