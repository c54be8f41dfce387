"""English time expressions: what the words of dates, spans and steps mean, and what only looks like one."""

from datetime import UTC, datetime

import pytest

from core.model import Anchor, Precision
from core.temporal import resolve

# Wednesday 13 March 2024.
DOCUMENT = Anchor(datetime(2024, 3, 13, 9, tzinfo=UTC), Precision.DAY, "document")
MESSAGE = Anchor(datetime(2024, 3, 13, 9, tzinfo=UTC), Precision.MINUTE, "message")


def bounds(text, anchor=DOCUMENT):
    """Return (expression, start, end) of every resolved expression."""
    return [(t.expression, t.resolved_start, t.resolved_end) for t in resolve(text, anchor) if t.status == "resolved"]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("the last week of January", "2024-01-22", "2024-01-29"),
        ("last 3 days of May", "2023-05-29", "2023-06-01"),
        ("from 18 December 2023 for 10 days", "2023-12-18", "2023-12-28"),
        ("the three months ended June 30, 2023", "2023-04-01", "2023-07-01"),
        ("the year ended 31 December 2023", "2023-01-01", "2024-01-01"),
        ("last year's fourth quarter", "2023-10-01", "2024-01-01"),
        ("the second Monday of the month", "2024-03-11", "2024-03-12"),
        ("third Tues of September 2014", "2014-09-16", "2014-09-17"),
        ("by end of day", None, "2024-03-14"),
        ("Jan'19", "2019-01-01", "2019-02-01"),
        ("the second to last day of May 2023", "2023-05-30", "2023-05-31"),
        ("first week of the year 2027", "2027-01-04", "2027-01-11"),
        ("last Sunday of last month", "2024-02-25", "2024-02-26"),
        ("the Friday after next", "2024-03-22", "2024-03-23"),
        ("the Sunday before last", "2024-03-03", "2024-03-04"),
        ("March after next", "2025-03-01", "2025-04-01"),
        ("third Tuesday after Christmas 2014", "2015-01-13", "2015-01-14"),
        ("the first Monday", "2024-03-04", "2024-03-05"),
        ("Labor Day 2021 weekend", "2021-09-04", "2021-09-07"),
        ("the weekend of Thanksgiving 2023", "2023-11-23", "2023-11-27"),
        ("the weekend of 5 May 2023", "2023-05-06", "2023-05-08"),
        ("this coming weekend", "2024-03-16", "2024-03-18"),
        ("three weekends ago", "2024-02-24", "2024-02-26"),
        ("the week ending 5 May 2023", "2023-04-29", "2023-05-06"),
        ("the week of the 18th", "2024-02-12", "2024-02-19"),
        ("Q4 of last year", "2023-10-01", "2024-01-01"),
        ("from Q1 to Q3 of 2021", "2021-01-01", "2021-10-01"),
        ("the first half of the year", "2024-01-01", "2024-07-01"),
        ("first-half of 2016", "2016-01-01", "2016-07-01"),
        ("2024-W12", "2024-03-18", "2024-03-25"),
        ("2024-W12-3", "2024-03-20", "2024-03-21"),
        ("year to date", "2024-01-01", "2024-03-14"),
        ("the month so far", "2024-03-01", "2024-03-14"),
        ("year-end 2024", "2024-09-01", "2025-01-01"),
        ("by year-end 2024", None, "2025-01-01"),
        ("till the end of the year", None, "2025-01-01"),
        ("the 1800s", "1800-01-01", "1900-01-01"),
        ("the late 90s", "1996-09-01", "2000-01-01"),
        ("May of this year", "2024-05-01", "2024-06-01"),
        ("last year's May", "2023-05-01", "2023-06-01"),
        ("mid of May 2023", "2023-05-11", "2023-05-21"),
        ("5 years before 2020", "2015-01-01", "2016-01-01"),
        ("a year ago today", "2023-03-13", "2023-03-14"),
        ("more than 3 weeks ago", None, "2024-02-21"),
        ("less than 3 weeks ago", "2024-02-21", "2024-03-13"),
        ("in less than 5 days", "2024-03-13", "2024-03-18"),
        ("1 month and 21 days ago", "2024-01-23", "2024-01-24"),
        ("the last 3 months and 2 weeks", "2023-11-29", "2024-03-13"),
        ("within the next 5 years 1 month 12 days", "2024-03-13", "2029-04-25"),
        ("the past year and a half", "2022-09-13", "2024-03-13"),
        ("in four business days", "2024-03-19", "2024-03-20"),
        ("two working days ago", "2024-03-11", "2024-03-12"),
        ("November between 19 and 21", "2023-11-19", "2023-11-22"),
        ("September-2020-23", "2020-09-23", "2020-09-24"),
        ("2020/23/Sep", "2020-09-23", "2020-09-24"),
        (">= 2019", "2019-01-01", None),
        ("< 3 May 2020", None, "2020-05-03"),
        ("until 30 April 2026", None, "2026-05-01"),
        ("from 1 March 2026 on", "2026-03-01", None),
        ("the evening of 9 February 2026", "2026-02-09T18:00:00+00:00", "2026-02-10T00:00:00+00:00"),
    ],
)
def test_whole_text_is_one_expression(text, start, end):
    """An expression is found whole, article included, and resolved to half-open local days."""
    assert bounds(text) == [(text, start, end)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("valid from 1 November 2023.", [("from 1 November 2023", "2023-11-01", None)]),
        ("the sample from 1 November 2023", [("1 November 2023", "2023-11-01", "2023-11-02")]),
        ("As of 4 March 2024, 310 hosts were open", [("As of 4 March 2024", None, "2024-03-05")]),
        ("as of 4 March 2024 the tool is free", [("as of 4 March 2024", "2024-03-04", None)]),
        ("over the coming year", [("the coming year", "2024-03-14", "2025-03-14")]),
        ("over the past year", [("the past year", "2023-03-13", "2024-03-13")]),
        ("On the weekend it rained", [("the weekend", "2024-03-09", "2024-03-11")]),
        ("before the 2020 election", [("2020", "2020-01-01", "2021-01-01")]),
        ("in '99 and later", [("'99 and later", "1999-01-01", None)]),
        ("paid by the 21st.", [("by the 21st", None, "2024-02-22")]),
        ("Tuesday through Thursday next week", [("Tuesday through Thursday next week", "2024-03-19", "2024-03-22")]),
        (
            "made in October, 2013 and on Monday , July 11 , 2011",
            [
                ("October, 2013", "2013-10-01", "2013-11-01"),
                ("Monday , July 11 , 2011", "2011-07-11", "2011-07-12"),
            ],
        ),
        ("the Sunday two weeks ago", [("the Sunday two weeks ago", "2024-03-03", "2024-03-04")]),
        (
            "May 2023 Patch Tuesday and Patch-Tuesday-June-2023",
            [
                ("May 2023 Patch Tuesday", "2023-05-09", "2023-05-10"),
                ("Patch-Tuesday-June-2023", "2023-06-13", "2023-06-14"),
            ],
        ),
        ("next Patch Tuesday", [("next Patch Tuesday", "2024-04-09", "2024-04-10")]),
        ("used as recently as March 2023", [("as recently as March 2023", "2023-03-01", None)]),
        (
            "3, 5 and 7 May 2023",
            [
                ("3", "2023-05-03", "2023-05-04"),
                ("5", "2023-05-05", "2023-05-06"),
                ("7 May 2023", "2023-05-07", "2023-05-08"),
            ],
        ),
        ("on 9 and 10 March 2023", [("9 and 10 March 2023", "2023-03-09", "2023-03-11")]),
        ("between 26 and 31 October 2023", [("between 26 and 31 October 2023", "2023-10-26", "2023-11-01")]),
    ],
)
def test_in_a_sentence(text, found):
    """The words around an expression decide what it bounds."""
    assert bounds(text) == found


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("On 2 March 2024 it was told, and the next day it shipped a fix.", ["2024-03-02", "2024-03-03"]),
        ("Imaged on 1 March 2024; the previous day its logs were wiped.", ["2024-03-01", "2024-02-29"]),
        ("On 3 May 2020 they came, the day before they had not.", ["2020-05-03"]),
        ("They came on 3 May 2020 and left the day after.", ["2020-05-03", "2020-05-04"]),
        ("In March 2020 it began; the following month it ended.", ["2020-03-01", "2020-04-01"]),
        ("In May 2021 it began, and by the end of that year it was gone.", ["2021-05-01", None]),
        ("Open since 5 February 2024, three days later than planned.", ["2024-02-05"]),
        ("On 14 January 2024, two days before the shutdown, it ran.", ["2024-01-14"]),
        ("The next day it shipped a fix.", []),
        ("It was told in 2021 and closed in October of that year.", ["2021-01-01", "2021-10-01"]),
        ("It closed in October of that year.", []),
        ("Told in May 2021, due on the 5th of the following month.", ["2021-05-01", "2021-06-05"]),
    ],
)
def test_local_anchor(text, starts):
    """What counts from a date in its sentence does so, and what counts from an event or from nothing stays open."""
    assert [start for _, start, _ in bounds(text)] == starts


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("On 1 June the company will move to Lagos.", "2024-06-01"),
        ("On 1 June they said that it will move.", "2023-06-01"),
        ("Support ends on 31 August, so plan ahead.", "2024-08-31"),
        ("Support ended on 31 August.", "2023-08-31"),
        ("I will be away from February to April", "2024-02-01"),
    ],
)
def test_tense_on_both_sides(text, start):
    """A verb in the future on either side looks ahead; a stretch that is running is not put off by a year."""
    assert bounds(text)[0][1] == start


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("on 3 May and 5 June 2022", ["2022-05-03", "2022-06-05"]),
        ("in March, April and June 2022", ["2022-03-01", "2022-04-01", "2022-06-01"]),
        ("December and January 2022", ["2021-12-01", "2022-01-01"]),
        ("on 3 May 2021 and 5 June 2022", ["2021-05-03", "2022-06-05"]),
        ("in March; 5 June 2022", ["2024-03-01", "2022-06-05"]),
    ],
)
def test_a_list_shares_its_year(text, starts):
    """The year of the last date of a list holds for those before it that have none."""
    assert [start for _, start, _ in bounds(text)] == starts


@pytest.mark.parametrize(
    "text",
    [
        "Meridian Gateway 2020.1.3 ships",
        "fixed in 2023.11.4 and 2022.2.1",
        "part AB-2024-07 and ABC-2024-07-15",
        "the hash begins with 20240305",
        "ticket 20240305 and id 20231105",
        "Exchange 2013, 2016 and 2019",
        "Endpoint Manager 2022 SU5",
        "TCP 1900 and UDP 2049",
        "2019 USD and 2000 page manual",
        "2001:db8::1",
        "PO 2023-0042",
        "Windows 11 22H2",
        "12 may have been exposed and 6-12 may overheat",
        "it may 3 times fail",
        "August Delane signed and handed it to April Moss",
        "the Monday Group sells",
        "on a Sunday afternoon",
        "Order of the Rising Sun.",
        "a card ending in 1234",
        "2088 Pressure Transmitter",
        "in the 2006-07 season",
        "he lives in Corpus Christi",
        "it encrypted 40 hosts in two days",
        "he was in his thirties",
        "temperatures in the mid 50s",
        "5/10 hosts",
        "the H3 tag",
        "one quarter to one third of an inch",
        "from 5 minutes to 10 minutes",
        "the images/2021/05/Copy of it",
        "at 55%20PM",
        "to this day",
        "a 0-day",
    ],
)
def test_look_alikes(text):
    """Releases, identifiers, counts, verbs, names and degrees are no dates."""
    assert [t for t in resolve(text, DOCUMENT) if t.kind not in ("duration", "set")] == []


@pytest.mark.parametrize(
    ("text", "status", "kind"),
    [
        ("every night", "vague", "set"),
        ("twice a year", "vague", "set"),
        ("on Mondays", "vague", "set"),
        ("recently", "vague", None),
        ("some time ago", "vague", None),
        ("in the coming weeks", "vague", None),
        ("winter 2022/23", "vague", None),
        ("On the weekend", "unresolved", None),
    ],
)
def test_no_bounds_to_give(text, status, kind):
    """Sets and vague words are found without bounds, as is what has no anchor."""
    (found,) = resolve(text, None)
    assert (found.status, found.resolved_start, found.resolved_end) == (status, None, None)
    assert kind is None or found.kind == kind


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("at 16h", "2024-03-13T16:00:00+00:00"),
        ("quarter past three pm", "2024-03-13T15:15:00+00:00"),
        ("15 to noon", "2024-03-13T11:45:00+00:00"),
        ("seven thirty p.m.", "2024-03-13T19:30:00+00:00"),
        ("3 o'clock pm", "2024-03-13T15:00:00+00:00"),
        ("7:30 in the evening", "2024-03-13T19:30:00+00:00"),
        ("in 2.5 hours", "2024-03-13T11:30:00+00:00"),
        ("in 3/4 hour", "2024-03-13T09:45:00+00:00"),
        ("two and a half hours ago", "2024-03-13T06:30:00+00:00"),
    ],
)
def test_clock(text, start):
    """Clock times and steps of hours count from the moment of a message."""
    assert [found for _, found, _ in bounds(text, MESSAGE)] == [start]


def test_a_weekday_tells_the_order_of_figures():
    """Friday 7/6 is 6 July in the year in which that is a Friday and 7 June is not."""
    anchor = Anchor(datetime(2018, 7, 6, tzinfo=UTC), Precision.DAY, "document")
    assert bounds("on Friday 7/6 at noon", anchor)[0][1][:10] == "2018-07-06"
    assert bounds("on Friday 7.6", anchor) == [("Friday 7.6", "2018-07-06", "2018-07-07")]
    assert bounds("on 7/6", anchor) == []
    assert bounds("on 22-12-31", anchor) == []
