"""What stands for a parameter that nobody gave: as it was when the description was made."""

from __future__ import annotations

from enum import Enum


class AsMade(Enum):
    """The one value that means "as it was"; None means something else to many parameters."""

    AS_MADE = "as it was made"

    def __repr__(self) -> str:
        return "<as it was made>"


AS_MADE = AsMade.AS_MADE
