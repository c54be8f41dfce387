"""A person's running figures: which two sentences give one figure at two times."""

import pytest

from core.deciding.personal import changed_figure
from core.deciding.terms import comparable_terms


def change(old, new):
    return changed_figure(new, old, comparable_terms(new, "en"), comparable_terms(old, "en"))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("I've bought three lamps from Orsk Home.", "I've got five lamps from Orsk Home so far.", "lamp: 3 → 5"),
        ("I've had Wrack for 6 months.", "I've had my dog, Wrack, for 9 months now.", "month: 6 → 9"),
        ("I have a pottery class on Thursday.", "I have a pottery class on Fridays.", "weekday: thurs → fri"),
        (
            "I usually swim at the Orsk pool at 7:00 pm.",
            "I usually swim at the Orsk pool at 6 pm.",
            "clock time: 7pm → 6pm",
        ),
        ("I lead a team of 4 nurses at Orsk.", "At Orsk I now lead a team of six nurses.", "nurse: 4 → 6"),
    ],
)
def test_a_changed_figure_is_named(old, new, expected):
    """The unit, the old and the new value are named."""
    assert change(old, new) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I bought three lamps in Orsk.", "I bought five lamps in Orsk."),
        ("I've read 3 books by Ana Silva.", "I've met 4 people in Lund."),
        ("The shop has sold three lamps in Orsk.", "The shop has now sold five lamps in Orsk."),
        ("I've bought three lamps from Orsk Home.", "I've got three lamps from Orsk Home so far."),
        ("I've bought three lamps from Orsk Home.", "I may have five lamps from Orsk Home now."),
    ],
)
def test_no_figure_changed(old, new):
    """Happenings, other things, other people, the same value and a guess change nothing."""
    assert change(old, new) == ""
