"""What the reference cannot see by reading the code alone.

A description takes most of its methods from other modules (`to_sql = sql.to_sql`); the reference
shows them as the methods they are. A default that is a constant, such as `MIN_RECALL`, is shown by
its value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from griffe import (
    Attribute,
    Class,
    Expr,
    ExprAttribute,
    ExprName,
    Extension,
    Function,
    Module,
    NameResolutionError,
    Object,
    Parameters,
)


class Signatures(Extension):
    """Completes the package after it was read."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:  # noqa: ANN401
        """Visit all of its classes and functions."""
        for thing in within(pkg):
            if isinstance(thing, Class):
                borrow_methods(thing, pkg)
            elif isinstance(thing, Function):
                spell_defaults(thing, pkg)


def within(thing: Object) -> Iterator[Object]:
    """Visit everything that is defined inside."""
    for member in list(thing.members.values()):
        if not member.is_alias:
            yield member
            yield from within(member)


def borrow_methods(owner: Class, pkg: Module) -> None:
    """Make methods of the functions of other modules that a class takes over."""
    for name, member in list(owner.attributes.items()):
        function = None if member.is_alias else found(member.value, owner.module, pkg)
        if isinstance(function, Function):
            owner.set_member(name, as_method(function, owner, name))


def as_method(function: Function, owner: Class, name: str) -> Function:
    """Return a function as a method: what it works on is then the object itself."""
    method = Function(
        name,
        parameters=Parameters(*list(function.parameters)[1:]),
        returns=function.returns,
        docstring=function.docstring,
        lineno=function.lineno,
        endlineno=function.endlineno,
        parent=owner,
    )
    method.labels |= function.labels
    return method


def spell_defaults(function: Function, pkg: Module) -> None:
    """Show a constant by its value."""
    for parameter in function.parameters:
        constant = found(parameter.default, function.module, pkg)
        if isinstance(constant, Attribute) and isinstance(constant.value, str):  # a plain value
            parameter.default = constant.value


def found(value: Expr | str | None, module: Module, pkg: Module) -> Object | None:
    """Return what a name stands for in a module, if it is of the package."""
    if not isinstance(value, ExprName | ExprAttribute):
        return None
    # in the module, and not in the class: `explain = explain.explain` is about the outer one
    first, *rest = str(value).split(".")
    try:
        path = ".".join([module.resolve(first), *rest])
        thing = pkg[path.removeprefix(f"{pkg.name}.")]
        return thing.final_target if thing.is_alias else thing
    except (KeyError, NameResolutionError):
        return None
