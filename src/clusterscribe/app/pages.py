"""Pages from templates: whatever comes from a table is escaped."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from clusterscribe import __version__

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, **values: Any) -> str:  # noqa: ANN401
    """Return a page."""
    return _templates().get_template(f"{template}.html").render(version=__version__, **values)


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("clusterscribe.app"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
