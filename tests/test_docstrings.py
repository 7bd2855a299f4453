"""Every public name says what it takes, what it returns, and shows an example that is true."""

from __future__ import annotations

import doctest
import inspect
import re
import sys
from types import ModuleType

import pytest

import clusterscribe

ALIASES = {"Labels", "TableLike", "__version__"}
ROOMS = ("datasets", "engine", "grouping", "plots")
# these need an engine, the network or rows that are grouped, and have examples on their pages; or
# are methods of a class whose example shows several of them
WITHOUT = (
    "engine.", "grouping.", "datasets.locate", "PolyhedralDescriber.fit_table",
    "Alternatives.", "NestedDescription.", "Segment.",
)  # fmt: skip
SECTION = re.compile(r"^(\w[\w ]*)\n-+$", re.M)


def is_ours(value):
    return (getattr(value, "__module__", None) or "").startswith("clusterscribe")


def public_names():
    for name in clusterscribe.__all__:
        value = getattr(clusterscribe, name)
        if not isinstance(value, ModuleType) and name not in ALIASES:
            yield name, value


def public_functions():
    """Functions, methods, and functions of packages, each once, by their names."""
    found = {}
    for name, value in public_names():
        if inspect.isfunction(value):
            found[name] = value
        elif inspect.isclass(value):
            for method, member in inspect.getmembers(value):
                plain = inspect.unwrap(getattr(member, "__func__", member))
                if not method.startswith("_") and inspect.isfunction(plain) and is_ours(plain):
                    found.setdefault(f"{name}.{method}", plain)
    for room in ROOMS:
        module = getattr(clusterscribe, room)
        for name in module.__all__:
            if inspect.isfunction(getattr(module, name)):
                found[f"{room}.{name}"] = getattr(module, name)
    seen, distinct = set(), {}
    for name, function in found.items():
        if function not in seen:
            seen.add(function)
            distinct[name] = function
    return distinct


def sections_of(value):
    """The sections of a docstring by their titles."""
    text = inspect.getdoc(value) or ""
    starts = list(SECTION.finditer(text))
    ends = [*(match.start() for match in starts), len(text)][1:]
    return {
        match[1]: text[match.end() : end].strip("\n")
        for match, end in zip(starts, ends, strict=True)
    }


def names_in(section):
    """The names that a section explains: those at the left margin, before a colon."""
    return [
        name.strip().lstrip("*")
        for line in section.splitlines()
        if re.match(r"\S.* : ", line)
        for name in line.split(" : ")[0].split(",")
    ]


def parameters_of(function):
    names = list(inspect.signature(function).parameters)
    # a method begins with itself; functions that became methods of a description, with that
    first = {"self", "cls", "description"} if "." in function.__qualname__ else {"self"}
    is_method_of_description = getattr(clusterscribe.Description, function.__name__, None)
    if names[:1] == ["description"] and is_method_of_description is function:
        first = {"description"}
    return names[1:] if names and names[0] in first else names


FUNCTIONS = public_functions()
CLASSES = {name: value for name, value in public_names() if inspect.isclass(value)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_say_what_they_take_and_return(name):
    function = FUNCTIONS[name]
    sections = sections_of(function)
    expected = parameters_of(function)
    assert names_in(sections.get("Parameters", "")) == expected
    if inspect.signature(function).return_annotation != "None":
        assert sections.get("Returns", "").strip(), "it does not say what it returns"


@pytest.mark.parametrize("name", CLASSES)
def test_classes_say_what_they_hold(name):
    value = CLASSES[name]
    if issubclass(value, Exception) and "__init__" not in vars(value):
        return
    signature = inspect.signature(value)
    expected = [key for key in signature.parameters if key not in ("args", "kwargs")]
    sections = sections_of(value)
    documented = names_in(sections.get("Parameters", "")) or names_in(
        sections.get("Attributes", "")
    )
    if name not in ("Kind", "Describer"):  # which nobody makes with parameters
        assert sorted(documented) == sorted(expected)


@pytest.mark.parametrize("name", [name for name, _ in public_names()])
def test_public_names_have_an_example(name):
    assert ">>> " in sections_of(getattr(clusterscribe, name))["Examples"]


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if not name.startswith(WITHOUT)])
def test_functions_and_methods_have_an_example(name):
    assert ">>> " in sections_of(FUNCTIONS[name])["Examples"]


def modules_with_examples():
    documented = [*CLASSES.values(), *FUNCTIONS.values()]
    return sorted({value.__module__ for value in documented})


@pytest.mark.parametrize("module", modules_with_examples())
def test_examples_are_true(module):
    import matplotlib.pyplot as plt

    failed, _ = doctest.testmod(sys.modules[module], optionflags=doctest.NORMALIZE_WHITESPACE)
    plt.close("all")
    assert failed == 0


# the test itself


def test_a_parameter_that_is_not_documented_is_noticed():
    def example(first, second):
        """Do something.

        Parameters
        ----------
        first : int
            The first: one.

        Returns
        -------
        int
            Nothing.

        """

    assert names_in(sections_of(example)["Parameters"]) == ["first"]
    assert parameters_of(example) == ["first", "second"]
