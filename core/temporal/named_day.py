"""What a day with a name is, and the ways to find it in a year."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.temporal.calendar import date_or_none, easter, nth_weekday, orthodox_easter
from core.temporal.lunar import solar

YearRule = Callable[[int], datetime | None]
"""A Gregorian year to a day in it, None where the calendars do not reach."""


@dataclass(frozen=True, slots=True)
class Holiday:
    """One named day. Exactly one of the ways to date it is given.

    ``fixed`` is (month, day); ``nth`` (month, weekday with 0 = Monday, which one); ``easter`` and
    ``orthodox`` days after Easter Sunday; ``lunar`` (month, day); ``rule`` any other way; ``plus`` adds days
    to any of them. ``days`` is how many days the name covers.
    """

    names: tuple[str, ...]
    fixed: tuple[int, int] | None = None
    nth: tuple[int, int, int] | None = None
    easter: int | None = None
    orthodox: int | None = None
    lunar: tuple[int, int] | None = None
    rule: YearRule | None = None
    plus: int = 0
    days: int = 1

    def in_year(self, year: int) -> datetime | None:
        """Return the day in a Gregorian year, None where the calendars do not reach."""
        day: datetime | None = None
        if self.fixed is not None:
            day = date_or_none(year, *self.fixed)
        elif self.nth is not None:
            day = nth_weekday(year, *self.nth)
        elif self.easter is not None and year >= 1583:
            day = easter(year) + timedelta(days=self.easter)
        elif self.orthodox is not None and year >= 1583:
            day = orthodox_easter(year) + timedelta(days=self.orthodox)
        elif self.lunar is not None:
            day = solar(year, *self.lunar)
        elif self.rule is not None:
            day = self.rule(year)
        return None if day is None else day + timedelta(days=self.plus)
