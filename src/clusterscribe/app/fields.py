"""What stands in the fields of the form: suggestions at first, then what was chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clusterscribe.app.choices import Choices, Form
from clusterscribe.app.clustering import smallest_cluster
from clusterscribe.app.looking import Look

FEW = 0.2  # share of the rows that may well be left out


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of the form as text, and the columns that are ticked to be left out."""

    text: dict[str, str]
    left_out: frozenset[str]


def suggested(look: Look, time_limit: float) -> Fields:
    """Return the form as it is first shown for a table."""
    most_missing = max((column.missing for column in look.incomplete), default=0)
    return fields_of(
        Choices(
            source="column" if look.has_labels else "k-means",
            label_column=(*look.label_columns, *look.other_columns)[0],
            clusters=look.suggestion.clusters if look.suggestion else None,
            smallest=smallest_cluster(look.rows),
            left_out=tuple(column.name for column in look.columns if column.advice),
            incomplete="rows" if most_missing <= FEW * look.rows else "columns",
            time_limit=time_limit,
        )
    )


def fields_of(choices: Choices) -> Fields:
    """Return the form as it was filled in."""
    values = choices.to_dict()
    left_out = frozenset(values.pop("left_out"))
    return Fields({name: _text(value) for name, value in values.items()}, left_out)


def fields_from(form: Form, known: Fields) -> Fields:
    """Return a form that was refused, to be corrected."""
    text = {name: _text(form.get(name, "")) for name in known.text}
    return Fields(text, frozenset(map(str, form.getlist("left_out"))))


def _text(value: Any) -> str:  # noqa: ANN401
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)
