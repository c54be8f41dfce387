"""A person's own running figures: "I've bought three tops from H&M", later "five tops so far"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.deciding.terms import Terms
from core.deciding.words import stem, stems
from core.statements.numbers import WORDS, chinese_number

_FIRST_PERSON = re.compile(r"\b(?:I|I['’](?:ve|m|ll|d)|[Mm]y|[Mm]e|[Tt]he user|User)\b|我|用户")
# The new figure must be told as a state that lasts, not as one more happening.
_STATE = re.compile(
    r"\b(?:I['’]ve|I have|I['’]m|I am|now|so far|currently|already|in total|total of|usually|always|every|every other|"
    r"these days|I (?:lead|keep|own|live|use|go|work|take|earn|pay))\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b"
    r"|现在|目前|已经|一共|总共|每[天周月年]|通常",
    re.IGNORECASE,
)
_NUMBER_WORDS = "|".join(word for word, digits in WORDS.items() if digits.isdigit())
_COUNT = re.compile(
    rf"(?<![\w.,-])(?P<value>[0-9][0-9,]{{0,12}}(?:-[0-9]{{1,6}})?|{_NUMBER_WORDS}) "
    r"(?P<first>[a-z][a-z-]{1,30})(?: (?P<second>[a-z][a-z-]{1,30}))?",
    re.IGNORECASE,
)
_COUNT_ZH = re.compile(
    "(?P<value>[0-9]{1,9}|[一二三四五六七八九十两百千]{1,6}) ?"
    "(?P<unit>[个只条本次件年月周天小时分钟名位辆][\u3400-\u9fff]?)"
)
_CLOCK = re.compile(r"(?<![0-9:])(?P<value>[0-9]{1,2}(?::[0-9]{2})? ?[ap]\.?m)\b", re.IGNORECASE)
_WEEKDAY = re.compile(r"\bon (?P<value>mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE)
_WEAK = stems(
    """
    get think know like want look try new good great really help suggest recommend idea tip way speak make sure
    thing lot time go start plan last week month year day hour so far total more any some other can will would
    """
)
_MIN_SHARED = 2  # content words beside the figure that show that both texts speak of the same thing


class Figure(NamedTuple):
    """One figure of a text: what is counted, and how much of it."""

    unit: str
    value: str


def changed_figure(fact_text: str, note_text: str, fact: Terms, note: Terms) -> str:
    """Return which of a person's figures changed ("top: 3 → 5"), or "" when none did.

    Both texts are in the first person, give one value for the same unit, and share words or a name
    beside it; the new one is told as a lasting state. Texts of unequal certainty never compare.
    """
    if (fact.polarity, fact.modality) != (note.polarity, note.modality) or not _STATE.search(fact_text):
        return ""
    if not (_FIRST_PERSON.search(fact_text) and _FIRST_PERSON.search(note_text)):
        return ""
    mine, noted = _by_unit(fact_text), _by_unit(note_text)
    for unit, values in mine.items():
        others = noted.get(unit, frozenset())
        if len(values) == len(others) == 1 and values != others and _share(unit, fact, note):
            return f"{unit}: {next(iter(others))} → {next(iter(values))}"
    return ""


def _share(unit: str, fact: Terms, note: Terms) -> bool:
    shared = set(fact.words) & set(note.words) - _WEAK - fact.numbers - note.numbers - {unit, stem(unit)}
    names = {stem(name) for name in fact.names & note.names} & shared
    return bool(names) or len(shared) >= _MIN_SHARED


def _by_unit(text: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for unit, value in _figures(text):
        found.setdefault(unit, set()).add(value)
    return {unit: frozenset(values) for unit, values in found.items()}


def _figures(text: str) -> Iterator[Figure]:
    for match in _CLOCK.finditer(text):
        yield Figure("clock time", match["value"].lower().replace(" ", "").replace(".", "").replace(":00", ""))
    for match in _WEEKDAY.finditer(text):
        yield Figure("weekday", match["value"].lower())
    for match in _COUNT_ZH.finditer(text):
        value = match["value"]
        yield Figure(match["unit"], value if value.isdigit() else chinese_number(value))
    for match in _COUNT.finditer(text):
        value = match["value"].lower().replace(",", "")
        for part in ("first", "second"):
            if match[part]:
                yield Figure(match[part].lower().removesuffix("s"), WORDS.get(value, value))
