"""What the user chose on the page: the form read and checked, and shown again."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from clusterscribe.app.column_wishes import (
    Wished,
    both,
    wished_by,
    wished_in,
    wishes_of,
    written_wishes,
)
from clusterscribe.constraints import NO_CONSTRAINTS, Constraints
from clusterscribe.errors import InputError
from clusterscribe.parameters import MIN_RECALL, check
from clusterscribe.table.shape import unknown_column

if TYPE_CHECKING:
    from starlette.datastructures import FormData

Source: TypeAlias = Literal["column", "k-means", "hdbscan"]
Budget: TypeAlias = Literal["fewest", "rows", "percent"]
Incomplete: TypeAlias = Literal["outside", "rows", "columns"]
Counting: TypeAlias = Literal["rows", "clusters"]  # what counts alike

INTEGERS: dict[str, tuple[str, int, int | None]] = {  # what a field is, its limits
    "clusters": ("the number of clusters", 2, 50),
    "smallest": ("the number of rows of the smallest cluster", 2, None),
    "amount": ("the number of errors", 0, None),
    "max_terms": ("the number of features per condition", 1, 3),
    "max_coefficient": ("the largest weight", 1, 100),
    "max_conditions": ("the number of conditions per cluster", 1, None),
    "max_polyhedra": ("the number of polyhedra per cluster", 1, 10),
    "samples": ("the number of samples", 0, 100),
}
BY_COLUMN = frozenset({"left_out", "old_labels", "wishes"})  # not one field of the form
FINDING = "finding"  # the columns are ticked for clusters that are found, not given
LEAST_SHARE = 100 * MIN_RECALL  # of each cluster inside, unless asked otherwise


@dataclass(frozen=True, slots=True)
class Choices:
    """How the clusters are found and described."""

    source: Source = "column"
    label_column: str = ""
    clusters: int | None = None  # for k-means; None: the suggested number
    smallest: int | None = None  # cluster for HDBSCAN; None: the suggested size
    noise_label: str = ""  # in the label column
    left_out: tuple[str, ...] = ()
    old_labels: tuple[str, ...] = ()  # of these, those left out as clusters are found anew
    incomplete: Incomplete = "outside"  # nothing, or what to leave out where a number is missing
    objective: str = "complexity"
    budget: Budget = "fewest"
    amount: float | None = None
    max_terms: int = 1
    max_coefficient: int = 10
    max_conditions: int | None = None  # None: any number
    max_polyhedra: int = 1
    least_share: float = LEAST_SHARE  # of each cluster inside its own description, in percent
    counting: Counting = "rows"
    time_limit: float = 60.0
    samples: int = 0
    cluster: str = ""  # that is described alone, as text; empty: all are described
    against: str = ""  # the only other that counts; empty: all others
    wishes: Constraints = NO_CONSTRAINTS  # about columns, chosen beside them
    constraints: str = ""  # other wishes, as TOML

    @property
    def max_errors(self) -> int | float | None:
        """The error budget as `describe` takes it."""
        if self.budget == "fewest" or self.amount is None:
            return None
        return int(self.amount) if self.budget == "rows" else self.amount / 100

    @property
    def all_wishes(self) -> Constraints:
        """The wishes that were chosen and those that were written."""
        written = Constraints.from_toml(self.constraints) if self.constraints else NO_CONSTRAINTS
        return both(self.wishes, written)

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of `describe`."""
        return {
            "objective": self.objective,
            "max_errors": self.max_errors,
            "max_terms": self.max_terms,
            "max_coefficient": self.max_coefficient if self.max_terms > 1 else 1,
            "max_conditions": self.max_conditions,
            "max_polyhedra": self.max_polyhedra,
            "min_recall": self.least_share / 100,
            "class_weight": "balanced" if self.counting == "clusters" else None,
            "time_limit": self.time_limit,
            "constraints": self.all_wishes or None,
        }


@dataclass(frozen=True, slots=True)
class Fields:
    """The form as the page shows it: its fields as text, and what is chosen for each column."""

    text: dict[str, str]
    left_out: frozenset[str]
    wished: Wished


def fields_of(choices: Choices) -> Fields:
    """Return the form filled in with choices."""
    values = {entry.name: getattr(choices, entry.name) for entry in fields(choices)}
    text = {name: _as_text(value) for name, value in values.items() if name not in BY_COLUMN}
    return Fields(text, frozenset(choices.left_out), wished_by(choices.wishes))


def fields_from(form: FormData, columns: Sequence[str]) -> Fields:
    """Return a form as it was submitted, to be corrected."""
    text = {name: str(form.get(name, "")) for name in fields_of(Choices()).text}
    used = _used(form, columns)
    away = frozenset(name for name in columns if name not in used)
    return Fields(text, away, wished_in(form, columns))


def choices_from(
    form: FormData, columns: Sequence[str], old_labels: Collection[str] = ()
) -> Choices:
    """Read and check a form.

    Where clusters are found anew, old labels are left out unless they were ticked for that.
    """
    source: Source = _one_of("the source of the clusters", form.get("source"), get_args(Source))
    budget: Budget = _one_of("the error budget", form.get("budget"), get_args(Budget))
    incomplete: Incomplete = _one_of(
        "what to leave out", form.get("incomplete", "outside"), get_args(Incomplete)
    )
    counting: Counting = _one_of(
        "what counts alike", form.get("counting", "rows"), get_args(Counting)
    )
    label_column = _label_column(form, columns, source)
    left_out = _left_out(form, columns, source, label_column, old_labels)
    away = {*left_out, *([label_column] if source == "column" else [])}
    constraints = _text(form, "constraints")
    choices = Choices(
        source=source,
        label_column=label_column,
        # the fields of a source that was not chosen are hidden
        clusters=_integer(form, "clusters") if source == "k-means" else None,
        smallest=_integer(form, "smallest") if source == "hdbscan" else None,
        noise_label=_text(form, "noise_label") if source == "column" else "",
        left_out=left_out,
        old_labels=tuple(name for name in left_out if name in old_labels and source != "column"),
        incomplete=incomplete,
        objective=_text(form, "objective") or "complexity",
        budget=budget,
        amount=_amount(form, budget),
        max_terms=_integer(form, "max_terms") or 1,
        max_coefficient=_integer(form, "max_coefficient") or 10,
        max_conditions=_integer(form, "max_conditions"),
        max_polyhedra=_integer(form, "max_polyhedra") or 1,
        least_share=_least_share(form),
        counting=counting,
        time_limit=_time_limit(form),
        samples=_integer(form, "samples") or 0,
        wishes=wishes_of(wished_in(form, columns), away),
        constraints=constraints,
    )
    written_wishes(constraints, columns, away)
    check(**choices.parameters())
    return choices


def chosen_pair(form: FormData, clusters: Sequence[str]) -> tuple[str, str]:
    """Read which cluster is to be described alone and against which, by their places."""
    cluster, against = (_label_at(form, name, clusters) for name in ("cluster", "against"))
    if not cluster:
        return "", ""
    if cluster == against:
        raise InputError("choose two different clusters, or all others for the second one")
    return cluster, against


def _label_at(form: FormData, name: str, clusters: Sequence[str]) -> str:
    """Return the label at the place that a form names; nothing for an empty field."""
    text = _text(form, name)
    known = {str(place): label for place, label in enumerate(clusters)}
    if text and text not in known:
        raise InputError("there is no such cluster any more; describe the table again")
    return known.get(text, "")


def _label_column(form: FormData, columns: Sequence[str], source: Source) -> str:
    """Return the column with the labels; where clusters are found anew, there may be none."""
    sent = form.get("label_column")
    for name in columns:
        if sent in (name, _as_sent(name)):
            return name
    if source != "column":
        return ""
    raise unknown_column(str(sent), columns, f"the label column {sent!r}")


def _left_out(
    form: FormData,
    columns: Sequence[str],
    source: Source,
    label_column: str,
    old_labels: Collection[str],
) -> tuple[str, ...]:
    """Return the columns that are not ticked, and old labels that were not ticked on purpose."""
    used = _used(form, columns)
    if source == "column":
        used.discard(label_column)
    elif form.get("ticked_for") != FINDING:
        used.difference_update(old_labels)
    if not used:
        raise InputError("no column is left to describe the clusters with; tick at least one")
    labels = {label_column} if source == "column" else set()
    return tuple(name for name in columns if name not in used | labels)


def _used(form: FormData, columns: Sequence[str]) -> set[str]:
    """Return the columns that are ticked."""
    ticked = {str(name) for name in form.getlist("use")}
    return {name for name in columns if {name, _as_sent(name)} & ticked}


def _as_sent(name: str) -> str:
    """Return a name as browsers send it: every line break as CR LF."""
    return re.sub(r"\r\n|\r|\n", "\r\n", name)


def _amount(form: FormData, budget: Budget) -> float | None:
    if budget == "percent":
        return _share(form, "amount", "the share of errors")
    rows = _integer(form, "amount") if budget == "rows" else None
    if rows is None and budget == "rows":
        raise InputError("enter how many errors are allowed, or choose as few as possible")
    return rows


def _least_share(form: FormData) -> float:
    if not _text(form, "least_share"):
        return LEAST_SHARE
    return _share(form, "least_share", "the least share of a cluster inside")


def _share(form: FormData, name: str, what: str) -> float:
    share = _number(form, name)
    if share is None or not 0 <= share <= 100:
        raise _wrong(form, name, what, "a number from 0 to 100")
    return share


def _time_limit(form: FormData) -> float:
    seconds = _number(form, "time_limit")
    if seconds is None or not seconds > 0:
        raise _wrong(form, "time_limit", "the time limit", "a number of seconds above 0")
    return seconds


def _integer(form: FormData, name: str) -> int | None:
    """Read an integer; an empty field is None."""
    what, least, most = INTEGERS[name]
    text = _text(form, name)
    if not text:
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1
    if number < least or (most is not None and number > most):
        limits = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise _wrong(form, name, what, f"an integer {limits}")
    return number


def _number(form: FormData, name: str) -> float | None:
    try:
        return float(_text(form, name))
    except ValueError:
        return None


def _wrong(form: FormData, name: str, what: str, rule: str) -> InputError:
    return InputError(f"{what} must be {rule}, not {_text(form, name)!r}")


def _text(form: FormData, name: str) -> str:
    value = form.get(name)
    return value.strip() if isinstance(value, str) else ""


def _as_text(value: Any) -> str:  # noqa: ANN401
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)


def _one_of(what: str, value: object, known: Collection[str]) -> Any:  # noqa: ANN401
    if value in known:
        return value
    raise InputError(f"{what} must be one of {', '.join(known)}, not {value!r}")
