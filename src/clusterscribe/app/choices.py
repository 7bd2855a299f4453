"""What the user chose on the page: the form read and checked, and shown again."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from clusterscribe.constraints import Constraints
from clusterscribe.errors import InputError
from clusterscribe.parameters import MIN_RECALL, check
from clusterscribe.table.shape import unknown_column

if TYPE_CHECKING:
    from starlette.datastructures import FormData

Source: TypeAlias = Literal["column", "k-means", "hdbscan"]
Budget: TypeAlias = Literal["fewest", "rows", "percent"]
Incomplete: TypeAlias = Literal["outside", "rows", "columns"]
Counting: TypeAlias = Literal["rows", "clusters"]  # what counts alike

# a column that is named so is not described by itself, also where clusters are found anew
LABEL_NAMES = re.compile(r"cluster|label|segment|class|group|community|target|species", re.I)
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
    constraints: str = ""  # as TOML

    @property
    def max_errors(self) -> int | float | None:
        """The error budget as `describe` takes it."""
        if self.budget == "fewest" or self.amount is None:
            return None
        return int(self.amount) if self.budget == "rows" else self.amount / 100

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
            "constraints": Constraints.from_toml(self.constraints) if self.constraints else None,
        }


@dataclass(frozen=True, slots=True)
class Fields:
    """The form as the page shows it: its fields as text, and the columns that are ticked."""

    text: dict[str, str]
    left_out: frozenset[str]


def fields_of(choices: Choices) -> Fields:
    """Return the form filled in with choices."""
    values = asdict(choices)
    left_out = frozenset(values.pop("left_out"))
    return Fields({name: _as_text(value) for name, value in values.items()}, left_out)


def fields_from(form: FormData) -> Fields:
    """Return a form as it was submitted, to be corrected."""
    text = {name: str(form.get(name, "")) for name in fields_of(Choices()).text}
    return Fields(text, frozenset(map(str, form.getlist("left_out"))))


def choices_from(form: FormData, columns: Sequence[str]) -> Choices:
    """Read and check a form."""
    source: Source = _one_of("the source of the clusters", form.get("source"), get_args(Source))
    budget: Budget = _one_of("the error budget", form.get("budget"), get_args(Budget))
    incomplete: Incomplete = _one_of(
        "what to leave out", form.get("incomplete", "outside"), get_args(Incomplete)
    )
    counting: Counting = _one_of(
        "what counts alike", form.get("counting", "rows"), get_args(Counting)
    )
    label_column = _label_column(form, columns, source)
    choices = Choices(
        source=source,
        label_column=label_column,
        # the fields of a source that was not chosen are hidden
        clusters=_integer(form, "clusters") if source == "k-means" else None,
        smallest=_integer(form, "smallest") if source == "hdbscan" else None,
        noise_label=_text(form, "noise_label") if source == "column" else "",
        left_out=_left_out(form, columns, label_column),
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
        constraints=_text(form, "constraints"),
    )
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
    """Return the column with the labels; where clusters are found anew, one that is named so."""
    sent = form.get("label_column")
    for name in columns:
        if sent in (name, _as_sent(name)):
            return name if source == "column" or LABEL_NAMES.search(name) else ""
    if source != "column":
        return ""
    raise unknown_column(str(sent), columns, f"the label column {sent!r}")


def _left_out(form: FormData, columns: Sequence[str], label_column: str) -> tuple[str, ...]:
    ticked = {str(name) for name in form.getlist("left_out")}
    left_out = tuple(
        name for name in columns if {name, _as_sent(name)} & ticked and name != label_column
    )
    if len(left_out) + bool(label_column) >= len(columns):
        raise InputError("no column is left to describe the clusters with; leave out fewer")
    return left_out


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
