"""Wishes on the page of a report: other columns, limits or clusters, and the same in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from clusterscribe.app.choices import Choices, chosen_pair
from clusterscribe.app.column_wishes import wished_by, wishes_of, written_wishes
from clusterscribe.charts.data.figures import counted, grouped
from clusterscribe.description.words import wording
from clusterscribe.description.words.wishing import with_what
from clusterscribe.errors import InputError
from clusterscribe.parameters import check
from clusterscribe.wish import wishes_of as kept_to

if TYPE_CHECKING:
    from starlette.datastructures import FormData

FEW = 4  # columns that are named
LIMITS: dict[str, tuple[str, int, int]] = {  # fields of the form, what they are, their limits
    "max_conditions": ("the number of conditions per cluster", 1, 1_000),
    "max_polyhedra": ("the number of polyhedra per cluster", 1, 10),
    "max_terms": ("the number of features per condition", 1, 3),
}


def wished(form: FormData, choices: Choices, clusters: Sequence[str]) -> Choices:
    """Return choices with what a form asks for instead; what it does not ask for stays."""
    columns = _columns(form)
    left_out = choices.left_out
    if columns:
        ticked = {_as_sent(str(name)) for name in form.getlist("use")}
        kept = [name for name in columns if _as_sent(name) in ticked]
        if not kept:
            raise InputError("no column is left to describe the clusters with; tick at least one")
        away = [name for name in columns if name not in kept]
        left_out = tuple(name for name in left_out if name not in columns) + tuple(away)
    cluster, against = chosen_pair(form, clusters)
    wishes = {name: _limit(form, name) for name in LIMITS if name in form}
    asked = replace(
        choices,
        left_out=left_out,
        cluster=cluster,
        against=against,
        max_conditions=wishes.get("max_conditions", choices.max_conditions),
        max_polyhedra=wishes.get("max_polyhedra") or choices.max_polyhedra,
        max_terms=wishes.get("max_terms") or choices.max_terms,
        time_limit=_seconds(form, choices.time_limit),
    )
    asked = _with_errors(asked, str(form.get("errors", "same")).strip())
    asked = _with_wishes(asked, str(form.get("constraints", asked.constraints)).strip(), columns)
    check(**asked.parameters())
    return asked


def _with_wishes(choices: Choices, written: str, columns: Sequence[str]) -> Choices:
    """Take over wishes as TOML, and drop wishes about columns that are not used any more."""
    if columns:
        written_wishes(written, columns, choices.left_out)
    chosen = wishes_of(wished_by(choices.wishes), choices.left_out)
    return replace(choices, wishes=chosen, constraints=written)


def _columns(form: FormData) -> list[str]:
    """Return the columns that the form offers, ticked or not."""
    return [str(name) for name in form.getlist("offered")]


def _as_sent(name: str) -> str:
    """Return a name as browsers send it: every line break as CR LF."""
    return re.sub(r"\r\n|\r|\n", "\r\n", name)


def _with_errors(choices: Choices, text: str) -> Choices:
    """Allow so many errors: a count, a percentage, or as few as possible where it is empty."""
    if text == "same":
        return choices
    if not text:
        return replace(choices, budget="fewest", amount=None)
    is_share = text.endswith("%")
    number = text.removesuffix("%").replace(",", "").strip()
    if is_share and re.fullmatch(r"\d{1,3}(\.\d+)?", number) and float(number) <= 100:
        return replace(choices, budget="percent", amount=float(number))
    if not is_share and number.isascii() and number.isdigit() and len(number) < 16:
        return replace(choices, budget="rows", amount=int(number))
    raise InputError(
        f"the wrong rows that are allowed must be a number such as 120 or a share such as 2.5 %, "
        f"not {text!r}"
    )


def _limit(form: FormData, name: str) -> int | None:
    what, least, most = LIMITS[name]
    text = str(form.get(name, "")).strip()
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most:
        return int(text)
    raise InputError(f"{what} must be an integer from {least} to {grouped(most)}, not {text!r}")


def _seconds(form: FormData, before: float) -> float:
    text = str(form.get("time_limit", before)).strip()
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if 0 < seconds < float("inf"):
        return seconds
    raise InputError(f"the time limit must be a number of seconds above 0, not {text!r}")


def errors_field(choices: Choices) -> str:
    """Write how many errors are allowed as the field of the form shows it."""
    if choices.amount is None or choices.budget == "fewest":
        return ""
    return f"{choices.amount:g} %" if choices.budget == "percent" else f"{choices.amount:.0f}"


def in_words(choices: Choices, before: Choices | None = None) -> str:
    """Say what was asked for, or what was asked for differently than before."""
    # of the first choices it is not known which of them are the user's own
    then = before or replace(Choices(), left_out=choices.left_out, time_limit=choices.time_limit)
    parts = [
        say(choices, then)
        for name, say in _SAID.items()
        if getattr(choices, name) != getattr(then, name)
    ]
    known = {*_SAID, *_SILENT}
    others = [entry.name for entry in fields(choices) if entry.name not in known]
    if any(getattr(choices, name) != getattr(then, name) for name in others):
        parts.append("other choices")
    words = ", ".join(filter(None, parts))
    return f"{words[:1].upper()}{words[1:]}" if words else _nothing(before)


def _nothing(before: Choices | None) -> str:
    return "As chosen" if before is None else "The same again"


def _left_out(choices: Choices, then: Choices) -> str:
    away = [name for name in choices.left_out if name not in then.left_out]
    back = [name for name in then.left_out if name not in choices.left_out]
    said = [f"{verb} {_names(some)}" for verb, some in (("without", away), ("with", back)) if some]
    return " and ".join(said)


def _names(columns: Sequence[str]) -> str:
    shown = [wording.name(name) for name in columns[:FEW]]
    more = len(columns) - len(shown)
    return ", ".join([*shown, *([f"{more} more"] if more else [])])


def _errors(choices: Choices, _: Choices) -> str:
    allowed = errors_field(choices)
    return f"at most {allowed} wrong" if allowed else "as few wrong rows as possible"


def _pair(choices: Choices, _: Choices) -> str:
    if not choices.cluster:
        return "all clusters"
    against = choices.against or "all others"
    return f"{wording.visible(choices.cluster)} against {wording.visible(against)}"


def _conditions(choices: Choices, _: Choices) -> str:
    most = choices.max_conditions
    if most is None:
        return "any number of conditions"
    return f"at most {counted(most, 'condition')} per cluster"


def in_force(choices: Choices) -> list[str]:
    """Say what every description has to keep to, other than the limits of the form."""
    said = _constraints(choices)
    if choices.least_share:
        said.append(f"at least {grouped(choices.least_share)} % of each cluster inside")
    if choices.objective == "sparsity":
        said.append("as few columns as possible, rather than the shortest description")
    if choices.counting == "clusters":
        said.append("all clusters count alike, however few rows they have")
    return [f"{words[:1].upper()}{words[1:]}" for words in said]


def _constraints(choices: Choices) -> list[str]:
    """Say what is wished of columns, clusters and rows, chosen or written."""
    wishes = choices.all_wishes
    costs = [f"a cost of {cost:g} for {wording.name(name)}" for name, cost in wishes.costs.items()]
    return [*map(with_what, kept_to(wishes)), *costs]


def _wishes(choices: Choices, _: Choices) -> str:
    said = _constraints(choices)
    more = len(said) - FEW
    shown = [*said[:FEW], *([counted(more, "more wish", "more wishes")] if more > 0 else [])]
    return ", ".join(shown) or "no wishes for columns or clusters"


_SAID: dict[str, Callable[[Choices, Choices], str]] = {
    "left_out": _left_out,
    "cluster": _pair,
    "against": lambda now, then: "" if now.cluster != then.cluster else _pair(now, then),
    "budget": _errors,
    "amount": lambda now, then: "" if now.budget != then.budget else _errors(now, then),
    "max_conditions": _conditions,
    "max_polyhedra": lambda now, _: (
        f"at most {counted(now.max_polyhedra, 'polyhedron', 'polyhedra')} per cluster"
    ),
    "max_terms": lambda now, _: f"up to {counted(now.max_terms, 'feature')} per condition",
    "wishes": _wishes,
    "constraints": lambda now, then: "" if now.wishes != then.wishes else _wishes(now, then),
    "time_limit": lambda now, _: f"{now.time_limit:g} s",
}
_SILENT = {"source", "label_column", "clusters", "smallest", "noise_label"}


def fields_for(
    choices: Choices, clusters: Sequence[str], sent: FormData | None = None
) -> dict[str, Any]:
    """Return the form of wishes filled in: with choices, or as it was sent, to be corrected."""
    filled = {
        "cluster": _place(choices.cluster, clusters),
        "against": _place(choices.against, clusters),
        "constraints": choices.constraints,
        "errors": errors_field(choices),
        "max_conditions": choices.max_conditions or "",
        "max_polyhedra": choices.max_polyhedra,
        "max_terms": choices.max_terms,
        "time_limit": f"{choices.time_limit:g}",
    }
    if sent is None:
        return {**filled, "left_out": choices.left_out}
    ticked = {_as_sent(str(name)) for name in sent.getlist("use")}
    away = [name for name in _columns(sent) if _as_sent(name) not in ticked]
    written = {name: str(sent.get(name, before)) for name, before in filled.items()}
    return {**written, "left_out": away}


def _place(label: str, clusters: Sequence[str]) -> str:
    """Return the place of a cluster as the form names it; nothing for all of them."""
    return str(clusters.index(label)) if label in clusters else ""
