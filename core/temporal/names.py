"""Names of months, weekdays and numbers, English and Chinese, as lower-case look-up tables."""

_MONTHS = (
    ("january", "jan"),
    ("february", "feb"),
    ("march", "mar"),
    ("april", "apr"),
    ("may",),
    ("june", "jun"),
    ("july", "jul"),
    ("august", "aug"),
    ("september", "sept", "sep"),
    ("october", "oct"),
    ("november", "nov"),
    ("december", "dec"),
)
MONTHS = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
"""English month name or abbreviation (no full stop) to 1..12."""

_WEEKDAYS = (
    ("monday", "mon"),
    ("tuesday", "tues", "tue"),
    ("wednesday", "weds", "wed"),
    ("thursday", "thurs", "thur", "thu"),
    ("friday", "fri"),
    ("saturday", "sat"),
    ("sunday", "sun"),
)
WEEKDAYS = {name: number for number, names in enumerate(_WEEKDAYS) for name in names}
"""English weekday name or abbreviation to 0..6, Monday first as in ISO 8601."""


def alternation(names: "dict[str, int]") -> str:
    """Return a regular-expression alternation of the names, longest first."""
    return "|".join(sorted(names, key=lambda name: (-len(name), name)))


def _with_stop(names: "dict[str, int]", longest_short: int) -> str:
    """Return an alternation in which an abbreviation takes a full stop with it and a full name does not."""
    short = {name: number for name, number in names.items() if len(name) <= longest_short}
    full = {name: number for name, number in names.items() if name not in short}
    return rf"(?:(?:{alternation(full)})(?![a-z])|(?:{alternation(short)})(?![a-z])\.?)"


MONTH_PATTERN = alternation(MONTHS)
WEEKDAY_PATTERN = alternation(WEEKDAYS)
MONTH_WORD = _with_stop({name: number for name, number in MONTHS.items() if name not in ("may", "june", "july")}, 4)
MONTH_WORD = rf"(?:{MONTH_WORD}|(?:may|june|july)(?![a-z]))"
"""A month's name, or its abbreviation with or without a full stop."""
WEEKDAY_WORD = _with_stop(WEEKDAYS, 5)
"""A weekday's name, or its abbreviation with or without a full stop."""
