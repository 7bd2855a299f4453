"""What a person chose on the page, checked: the form in, parameters out."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol, TypeAlias, get_args

from clusterscribe.errors import InputError
from clusterscribe.parameters import check
from clusterscribe.table.shape import unknown_column

Source: TypeAlias = Literal["column", "k-means", "hdbscan"]
Budget: TypeAlias = Literal["fewest", "rows", "percent"]
Incomplete: TypeAlias = Literal["rows", "columns"]

MOST_TERMS = 3
MOST_SAMPLES = 100
MOST_CLUSTERS = 50


class Form(Protocol):
    """What a form sends: values by name, some of them several."""

    def get(self, key: str, default: str = "") -> Any:  # noqa: ANN401
        """Return the value of a field."""

    def getlist(self, key: str) -> list[Any]:
        """Return all values of a field."""


@dataclass(frozen=True, slots=True)
class Choices:
    """How the clusters are found and described."""

    source: Source = "column"
    label_column: str = ""
    clusters: int | None = None  # of k-means; None: as many as are suggested
    smallest: int | None = None  # cluster of HDBSCAN; None: as suggested
    noise_label: str = ""  # of a label column
    left_out: tuple[str, ...] = ()
    incomplete: Incomplete = "rows"  # what is left out where a number is missing
    objective: str = "complexity"
    budget: Budget = "fewest"
    amount: float | None = None
    max_terms: int = 1
    max_coefficient: int = 10
    time_limit: float = 60.0
    samples: int = 0

    @property
    def max_errors(self) -> int | float | None:
        """The error budget as `describe` takes it."""
        if self.budget == "fewest" or self.amount is None:
            return None
        return int(self.amount) if self.budget == "rows" else self.amount / 100

    def parameters(self) -> dict[str, Any]:
        """Return what is handed to `describe` as it is."""
        several = self.max_terms > 1
        return {
            "objective": self.objective,
            "max_errors": self.max_errors,
            "max_terms": self.max_terms,
            "max_coefficient": self.max_coefficient if several else 1,
            "time_limit": self.time_limit,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return asdict(self)


def choices_from(form: Form, columns: Sequence[str]) -> Choices:
    """Read and check a form; what is wrong is said in one sentence."""
    source: Source = _one_of("the way to clusters", form.get("source"), get_args(Source))
    budget: Budget = _one_of("the error budget", form.get("budget"), get_args(Budget))
    incomplete: Incomplete = _one_of(
        "what to leave out", form.get("incomplete", "rows"), get_args(Incomplete)
    )
    label_column = _label_column(form, columns) if source == "column" else ""
    clusters = smallest = None  # fields of what was not chosen are out of sight
    if source == "k-means":
        clusters = _whole(form, "clusters", "the number of clusters", 2, MOST_CLUSTERS)
    if source == "hdbscan":
        smallest = _whole(form, "smallest", "the rows of the smallest cluster", 2)
    choices = Choices(
        source=source,
        label_column=label_column,
        clusters=clusters,
        smallest=smallest,
        noise_label=_text(form, "noise_label") if source == "column" else "",
        left_out=_left_out(form, columns, label_column),
        incomplete=incomplete,
        objective=_text(form, "objective") or "complexity",
        budget=budget,
        amount=_amount(form, budget),
        max_terms=_whole(form, "max_terms", "the features in a condition", 1, MOST_TERMS) or 1,
        max_coefficient=_whole(form, "max_coefficient", "the largest weight", 1, 100) or 10,
        time_limit=_time_limit(form),
        samples=_whole(form, "samples", "the number of samples", 0, MOST_SAMPLES) or 0,
    )
    check(**choices.parameters())
    return choices


def _label_column(form: Form, columns: Sequence[str]) -> str:
    sent = form.get("label_column")
    for name in columns:
        if sent in (name, _as_sent(name)):
            return name
    raise unknown_column(str(sent), columns, f"the label column {sent!r}")


def _left_out(form: Form, columns: Sequence[str], label_column: str) -> tuple[str, ...]:
    chosen = {str(name) for name in form.getlist("left_out")}
    left_out = tuple(
        name for name in columns if {name, _as_sent(name)} & chosen and name != label_column
    )
    if len(left_out) + bool(label_column) >= len(columns):
        raise InputError("no column is left to describe with; leave out fewer")
    return left_out


def _as_sent(name: str) -> str:
    """Return a name as browsers send it: with the line ends of the network."""
    return re.sub(r"\r\n|\r|\n", "\r\n", name)


def _amount(form: Form, budget: Budget) -> float | None:
    if budget == "fewest":
        return None
    if budget == "rows":
        rows = _whole(form, "amount", "the number of errors", 0)
        if rows is None:
            raise InputError("say how many errors there may be, or choose the fewest")
        return rows
    share = _number(_text(form, "amount"))
    if share is None or not 0 <= share <= 100:
        raise InputError(
            f"the share of errors must be a number from 0 to 100, not {_text(form, 'amount')!r}"
        )
    return share


def _time_limit(form: Form) -> float:
    text = _text(form, "time_limit")
    seconds = _number(text)
    if seconds is None or not seconds > 0:
        raise InputError(f"the time limit must be a number of seconds above 0, not {text!r}")
    return seconds


def _whole(form: Form, name: str, what: str, least: int, most: int | None = None) -> int | None:
    """Read a whole number; an empty field is None."""
    text = _text(form, name)
    if not text:
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1
    if number < least or (most is not None and number > most):
        limits = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise InputError(f"{what} must be a whole number {limits}, not {text!r}")
    return number


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _text(form: Form, name: str) -> str:
    value = form.get(name)
    return value.strip() if isinstance(value, str) else ""


def _one_of(what: str, value: object, known: Collection[str]) -> Any:  # noqa: ANN401
    if value in known:
        return value
    raise InputError(f"{what} must be one of {', '.join(known)}, not {value!r}")
