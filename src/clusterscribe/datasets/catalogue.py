"""The ten data sets of the paper: what they are, and where they can be had."""

from __future__ import annotations

from clusterscribe.datasets.words import Facts, Mirror
from clusterscribe.errors import InputError, did_you_mean

_UCI = "https://archive.ics.uci.edu"
_LICENCE = "CC BY 4.0"  # as the UCI Machine Learning Repository lists its sets


def facts(name: str) -> Facts:
    """Return what is known of a data set, without loading it."""
    if not isinstance(name, str) or name not in _ALL:
        hint = did_you_mean(str(name), _ALL) or f" There are {', '.join(map(repr, _ALL))}."
        raise InputError(f"there is no data set {name!r}.{hint}")
    return _ALL[name]


def _copies_of_uci(
    archive: str, folder: str, file: str, names: tuple[str, ...], delimiter: str | None = ","
) -> tuple[Mirror, ...]:
    """Return the archive of a set at UCI, and the single file that older links lead to."""
    return (
        Mirror(f"{_UCI}/static/public/{archive}", (file,), delimiter, names),
        Mirror(f"{_UCI}/ml/machine-learning-databases/{folder}/{file}", (), delimiter, names),
    )


_ADULT = (
    "age", "workclass", "fnlwgt", "education", "education_num", "marital_status", "occupation",
    "relationship", "race", "sex", "capital_gain", "capital_loss", "hours_per_week",
    "native_country",
)  # fmt: skip

_BANK = (
    "age", "job", "marital", "education", "default", "balance", "housing", "loan", "contact",
    "day", "month", "duration", "campaign", "pdays", "previous", "poutcome",
)  # fmt: skip

_DEFAULT = (
    "LIMIT_BAL", "SEX", "EDUCATION", "MARRIAGE", "AGE", "PAY_0", "PAY_2", "PAY_3", "PAY_4",
    "PAY_5", "PAY_6", "BILL_AMT1", "BILL_AMT2", "BILL_AMT3", "BILL_AMT4", "BILL_AMT5",
    "BILL_AMT6", "PAY_AMT1", "PAY_AMT2", "PAY_AMT3", "PAY_AMT4", "PAY_AMT5", "PAY_AMT6",
)  # fmt: skip

# both copies call them x1, x2, ..., one of them in capitals
_DEFAULT_RENAMED = {f"x{number}": name for number, name in enumerate(_DEFAULT, start=1)} | {
    "y": "y"
}

_SEEDS = (
    "area", "perimeter", "compactness", "kernel_length", "kernel_width",
    "asymmetry_coefficient", "kernel_groove_length",
)  # fmt: skip

_ZOO = (
    "hair", "feathers", "eggs", "milk", "airborne", "aquatic", "predator", "toothed", "backbone",
    "breathes", "venomous", "fins", "legs", "tail", "domestic", "catsize",
)  # fmt: skip

_FRAMINGHAM = (
    "male", "age", "education", "currentSmoker", "cigsPerDay", "BPMeds", "prevalentStroke",
    "prevalentHyp", "diabetes", "totChol", "sysBP", "diaBP", "BMI", "heartRate", "glucose",
)  # fmt: skip

_WINE = (
    "alcohol", "malic_acid", "ash", "alcalinity_of_ash", "magnesium", "total_phenols",
    "flavanoids", "nonflavanoid_phenols", "proanthocyanins", "color_intensity", "hue",
    "od280_od315", "proline",
)  # fmt: skip

_LIBRAS = tuple(f"{axis}{frame:02}" for frame in range(1, 46) for axis in "xy")

_SPAM_WORDS = (
    "make", "address", "all", "3d", "our", "over", "remove", "internet", "order", "mail",
    "receive", "will", "people", "report", "addresses", "free", "business", "email", "you",
    "credit", "your", "font", "000", "money", "hp", "hpl", "george", "650", "lab", "labs",
    "telnet", "857", "data", "415", "85", "technology", "1999", "parts", "pm", "direct", "cs",
    "meeting", "original", "project", "re", "edu", "table", "conference",
)  # fmt: skip

_SPAM = (
    *(f"word_freq_{word}" for word in _SPAM_WORDS),
    *(f"char_freq_{character}" for character in ";([!$#"),
    *(f"capital_run_length_{measure}" for measure in ("average", "longest", "total")),
)

_SETS = (
    Facts(
        name="adult",
        title="incomes of the 1994 census of the United States",
        rows=32561,
        features=108,
        clusters=3,
        columns=_ADULT,
        categories=frozenset(_ADULT)
        - {"age", "fnlwgt", "education_num", "capital_gain", "capital_loss", "hours_per_week"},
        target="income",
        licence=_LICENCE,
        digest="e609101432141f07b329288b0523543dfca3bf23adc1aaf2818a89f8045a97d2",
        partitions={"paper": "0d6290458e9d44a78feb2a6e3a85dc8a27a22615d505d5f86eb02ee1f0fbd00b"},
        mirrors=_copies_of_uci("2/adult.zip", "adult", "adult.data", (*_ADULT, "income")),
    ),
    Facts(
        name="bank",
        title="a Portuguese bank's telephone campaigns, the small table",
        rows=4521,
        features=51,
        clusters=7,
        columns=_BANK,
        categories=frozenset(_BANK)
        - {"age", "balance", "day", "duration", "campaign", "pdays", "previous"},
        target="y",
        licence=_LICENCE,
        digest="0c0e04188a307f3865b4d9db83aa6ce4b6a0ce33c1e02a5c86fe9949c50e28f1",
        partitions={"paper": "26863c5abed968c2434e6981ddb6e97afd0e6087df4fbca2532aa97c45d86a27"},
        mirrors=(
            Mirror(f"{_UCI}/static/public/222/bank+marketing.zip", ("bank.zip", "bank.csv"), ";"),
            Mirror(f"{_UCI}/ml/machine-learning-databases/00222/bank.zip", ("bank.csv",), ";"),
        ),
    ),
    Facts(
        name="default",
        title="defaults of credit card clients in Taiwan",
        rows=30000,
        features=23,
        clusters=2,
        columns=_DEFAULT,
        target="y",
        licence=_LICENCE,
        digest="a901a61fc5fd7b6ef0446b9bc830deb632616ab2335a67729df8e1d9d4945411",
        partitions={"paper": "c5894744e37cd80a09c970a214b615af63faaa0122d6d5f7ee0ce51fbf7081be"},
        mirrors=(
            Mirror(f"{_UCI}/static/public/350/data.csv", renamed=_DEFAULT_RENAMED),
            Mirror(
                "https://openml.org/data/v1/download/21854402/default-of-credit-card-clients.arff",
                renamed=_DEFAULT_RENAMED,
            ),
        ),
    ),
    Facts(
        name="seeds",
        title="kernels of three varieties of wheat",
        rows=210,
        features=7,
        clusters=2,
        columns=_SEEDS,
        target="variety",
        licence=_LICENCE,
        digest="1f4827ad2e8e6bee2b6072b71f67a4be1709065d300ca26f9c0dcbf7b90e4422",
        partitions={"paper": "bb9dc6a24c2340dd21b057e10ff88220bed150d8e26f8a81b5c98605f2e05c26"},
        mirrors=_copies_of_uci(
            "236/seeds.zip", "00236", "seeds_dataset.txt", (*_SEEDS, "variety"), delimiter=None
        ),
    ),
    Facts(
        name="zoo",
        title="animals",
        rows=101,
        features=17,
        clusters=4,
        columns=_ZOO,
        target="type",
        licence=_LICENCE,
        digest="facffcc209b20923232f6d1d25198d708ec8c7cddca3585a09fd31f07fe6497a",
        partitions={
            "paper": "998a0ea4152bd2b9f6a95611399cb7374ac4bd13e8bce5d7e351f6a4846234c5",
            "clean": "53a1c7ec98ca4b28b81550acbbc0dd5f7d52f1004b67067ebf521f60db544282",
        },
        two_variants=True,
        mirrors=_copies_of_uci("111/zoo.zip", "zoo", "zoo.data", ("animal_name", *_ZOO, "type")),
    ),
    Facts(
        name="iris",
        title="flowers of three species of iris",
        rows=150,
        features=4,
        clusters=2,
        columns=("sepal_length", "sepal_width", "petal_length", "petal_width"),
        target="species",
        licence=_LICENCE,
        digest="d9e55b0dbce661723fc380ca2f603b23048f8b4f7189a41798430ba9da0c9fea",
        partitions={"paper": "351e78c009104ebf98ae6defba6829accefb059ee35467c641ed53e355bf8f6a"},
        bundled=True,
    ),
    Facts(
        name="framingham",
        title="risk of heart disease in Framingham, Massachusetts",
        rows=3658,
        features=15,
        clusters=8,
        columns=_FRAMINGHAM,
        target="TenYearCHD",
        licence="unknown",
        digest="b69d2908bf8cf1e2268c4451147eeef25ab18616a7c52dfcbd73ced6de58f622",
        partitions={
            "paper": "8733187cc82a122f91547247ce873dd02184720d0a574327d7dac4d6ba011c53",
            "clean": "8733187cc82a122f91547247ce873dd02184720d0a574327d7dac4d6ba011c53",
        },
        two_variants=True,
    ),
    Facts(
        name="wine",
        title="chemical analyses of wines of three cultivars",
        rows=178,
        features=13,
        clusters=2,
        columns=_WINE,
        target="cultivar",
        licence=_LICENCE,
        digest="632326f2316e2006a0c9046164b7353b33257eb6dc4fda70727ae46abe4a89b9",
        partitions={
            "paper": "7c887a5fcafb094e5afd322138bbe10565f24b4ee6b233e6832e0b70404a0d93",
            "clean": "e8c4fe968f0885c29907c8ac5b33b8d786ef36737c0ea77ee9c54f2330be2701",
        },
        two_variants=True,
        bundled=True,
    ),
    Facts(
        name="libras",
        title="hand movements of the Brazilian sign language",
        rows=360,
        features=90,
        clusters=10,
        columns=_LIBRAS,
        target="sign",
        licence=_LICENCE,
        digest="5c16b7027bbc66878e58eeaf77009d8a205bbf5c1fa24fe7a0f7d89d461e008d",
        partitions={"paper": "190e0c4fcecff9db26094ce66c5cef3ffb35dde4553137c3f7302f402b7e4348"},
        mirrors=_copies_of_uci(
            "181/libras+movement.zip", "libras", "movement_libras.data", (*_LIBRAS, "sign")
        ),
    ),
    Facts(
        name="spam",
        title="frequencies of words in mails, wanted and unwanted",
        rows=4601,
        features=57,
        clusters=2,
        columns=_SPAM,
        target="spam",
        licence=_LICENCE,
        digest="c22cabb9f2196f6a8ae75d5608e8cbef80d14e607c16b192459781a62c546847",
        partitions={"paper": "c0ba98454fbcb5601728658ebac309bf325b67cc4f7c5dbd0a2131d128ae4663"},
        mirrors=_copies_of_uci("94/spambase.zip", "spambase", "spambase.data", (*_SPAM, "spam")),
    ),
)

_ALL = {known.name: known for known in _SETS}
NAMES = tuple(_ALL)
