"""Short ways to write half-spaces, and a description of five people that is used throughout."""

from datetime import date

from clusterscribe import Description, Feature, HalfSpace, Kind, Polyhedron, Term
from clusterscribe.description import Ball, Union


def at_most(feature, bound):
    return HalfSpace((Term(feature, 1),), float(bound))


def at_least(feature, bound):
    return HalfSpace((Term(feature, -1),), -float(bound))


def is_level(column, level):
    return HalfSpace((Term(Feature(column, Kind.LEVEL, level), -1),), -1.0)


def is_not_level(column, level):
    return HalfSpace((Term(Feature(column, Kind.LEVEL, level), 1),), 0.0)


def is_true(column):
    return HalfSpace((Term(Feature(column, Kind.BOOLEAN), -1),), -1.0)


def is_false(column):
    return HalfSpace((Term(Feature(column, Kind.BOOLEAN), 1),), 0.0)


def weighted(bound, *terms):
    return HalfSpace(tuple(Term(feature, weight) for weight, feature in terms), float(bound))


def score(bound, *terms):
    """A half-space of terms that are written (weight, feature) or (weight, feature, zero, one)."""
    return HalfSpace(tuple(Term(f, w, *scale) for w, f, *scale in terms), float(bound))


def describe(columns, **polyhedra):
    """A description with these columns and, by label, these half-spaces."""
    parts = tuple(Polyhedron(label, tuple(spaces)) for label, spaces in polyhedra.items())
    return Description(tuple(columns), parts)


INCOME = Feature("income")
AGE = Feature("age", Kind.INTEGER)
SIGNUP = Feature("signup", Kind.DATE)

PEOPLE = {
    "income": [20_000.0, 44_000.0, 50_000.0, 30_000.0, 90_000.0],
    "age": [20, 29, 45, 70, 66],
    "job": ["student", "student", "admin", None, "retired"],
    "member": [True, False, True, False, False],
    "signup": [
        date(2024, 1, 1),
        date(2023, 5, 1),
        date(2020, 2, 29),
        date(2001, 1, 1),
        date(2010, 7, 1),
    ],
}
SEGMENTS = ["young", "young", "working", "old", "old"]

SEGMENTED = describe(
    PEOPLE,
    young=[
        at_most(INCOME, 45_000),
        at_least(AGE, 18),
        at_most(AGE, 30),
        is_not_level("job", "admin"),
        is_not_level("job", "retired"),
    ],
    working=[is_level("job", "admin"), is_true("member")],
    old=[at_least(AGE, 66), at_most(SIGNUP, (date(2011, 1, 1) - date(1970, 1, 1)).days)],
)


ALCOHOL, HUE = Feature("alcohol"), Feature("hue")
RED = Feature("colour", Kind.LEVEL, "red")
ORGANIC = Feature("organic", Kind.BOOLEAN)
BOTTLED = Feature("bottled", Kind.DATE)
FIRST, LAST = ((date(year, 1, 1) - date(1970, 1, 1)).days for year in (2001, 2011))

WINE = describe(
    ["alcohol", "hue", "colour", "organic", "bottled"],
    light=[
        score(0.4, (3, ALCOHOL, 11.03, 14.83), (-2, HUE, 0.48, 1.71)),
        at_most(ALCOHOL, 14),
    ],
    old=[
        score(-2.5, (-3, ALCOHOL, 11.03, 14.83), (-1, RED), (-2, BOTTLED, FIRST, LAST)),
        is_true("organic"),
    ],
)


def union(label, *alternatives):
    """A union of polyhedra, each written as a list of half-spaces."""
    return Union(label, tuple(Polyhedron(label, tuple(spaces)) for spaces in alternatives))


def ball(label, radius, *terms, row=None):
    """A ball of terms that are written (centre, weight, feature) or with a scale behind it."""
    made = tuple(Term(feature, weight, *scale) for _, weight, feature, *scale in terms)
    return Ball(label, made, tuple(float(centre) for centre, *_ in terms), radius, row)


HAIR, MILK = (Feature(name, Kind.BOOLEAN) for name in ("hair", "milk"))
LEGS = Feature("legs", Kind.INTEGER)
HOME = Feature("home", Kind.LEVEL, "sea")

ANIMALS = Description(
    ("hair", "milk", "legs", "home", "weight"),
    (
        union(
            "insect",
            [at_least(LEGS, 6), is_false("milk")],
            [at_most(LEGS, 4), at_most(LEGS, 2), is_level("home", "air and land")],
        ),
        ball("fish", 1.25, (0, 1, HAIR), (0, 1, LEGS, 0, 8), (1, 2, HOME), row=16),
        Polyhedron(
            "mammal",
            (weighted(-1, (-1, HAIR), (-1, MILK), (-1, Feature("home", Kind.LEVEL, "den"))),),
        ),
    ),
)
SEAL = {"hair": True, "milk": True, "legs": 4, "home": "sea", "weight": 80.0}


def people(backend="pandas"):
    import narwhals as nw

    return nw.from_dict(PEOPLE, backend=backend).to_native()
