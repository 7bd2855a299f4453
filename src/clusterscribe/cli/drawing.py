"""Plots as files: which kinds there are, and the bytes of one."""

from __future__ import annotations

import io
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from clusterscribe.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = (".png", ".svg", ".pdf")
DOTS_PER_INCH = 150


def check_drawing(target: Path) -> None:
    """Refuse, before any work is done, what could not be drawn at the end."""
    if target.suffix.lower() not in KINDS:
        raise InputError(
            f"--plot {str(target)!r} must end in {', '.join(KINDS[:-1])} or {KINDS[-1]}, to say "
            "what is drawn"
        )
    if find_spec("matplotlib") is None:
        raise InputError(
            "--plot needs matplotlib, which is not installed; install it with "
            'pip install "clusterscribe[plot]"'
        )


def drawn(figure: Figure, target: Path) -> bytes:
    """Return a figure as the kind of file that the target names."""
    picture = io.BytesIO()
    figure.savefig(picture, format=target.suffix.lower().removeprefix("."), dpi=DOTS_PER_INCH)
    return picture.getvalue()
