"""The kinds of column that no condition can be made of."""

from __future__ import annotations

from clusterscribe.table.column import Unusable

DURATIONS = Unusable("durations", "convert it to a number of seconds or days")
TIMES_OF_DAY = Unusable("times of day", "convert it to a number of minutes or hours")
BINARY = Unusable("binary data", "convert it to text")
NESTED = Unusable(
    "lists, dicts or other nested values, where every argument must be a string or a number",
    "spread it over several columns",
)
COMPLEX = Unusable("complex numbers", "give the real part")
MIXED_ZONES = Unusable("times with and without a time zone", "give all of them one time zone")
