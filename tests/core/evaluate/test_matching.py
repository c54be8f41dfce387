"""The fact matcher: exact on values and names, soft on wording."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluate.matching import covers, is_faithful, why_not
from core.evaluate.values import values_of

GOLD = "Slate Heron attacked 3 ports in Velmora on 4 February 2026."


@pytest.mark.parametrize(
    ("ours", "reason"),
    [
        (GOLD, ""),
        ("On February 4, 2026 Slate Heron attacked three ports in Velmora and two in Aldmoor.", ""),
        ("Slate Heron attacked 4 ports in Velmora on 4 February 2026.", "value 3"),
        ("Slate Heron attacked 3 ports in Velmora on 5 February 2026.", "value 2026-02-04"),
        ("Slate Heron attacked 3 ports in Velmora in February 2026.", "value 2026-02-04"),
        ("Copper Lantern attacked 3 ports in Velmora on 4 February 2026.", "name heron"),
        ("Slate Heron did not attack 3 ports in Velmora on 4 February 2026.", "polarity"),
    ],
)
def test_values_names_and_polarity_are_exact(ours, reason):
    """The first rule that fails is named."""
    assert why_not(ours, GOLD) == reason


@pytest.mark.parametrize(
    ("ours", "gold", "expected"),
    [
        ("The bank raised its rate to 2%.", "The bank lowered its rate to 2%.", False),
        ("海澜央行将利率上调至2%。", "海澜央行将利率下调至2%。", False),
        ("The portal stayed closed and paid no ransom.", "The portal stayed closed.", True),
        ("用户不吃香菜。", "用户吃香菜。", False),
        ("陆承担任青鸾项目负责人。", "沈亦舟担任青鸾项目负责人。", False),
        ("青鸾项目由沈亦舟担任负责人。", "沈亦舟担任青鸾项目负责人。", True),
        ("Calloway leads the team.", "Ines Calloway leads the team.", True),
        ("", "Anything at all.", False),
        ("José Núñez wrote two movies.", "Jose Nunez wrote 2 films.", True),
    ],
)
def test_wording_is_soft_but_not_its_opposite(ours, gold, expected):
    """A reordered or longer fact covers; another subject, an opposite or a denial does not."""
    assert covers(ours, gold) is expected


def test_the_context_supplies_what_ours_leaves_to_it():
    """A subject that stands in the title is not missed in the fact."""
    assert not covers("Affected versions: 4.0 to 4.2", "Meridian Gateway 4.0 to 4.2 is affected.")
    assert covers("Affected versions: 4.0 to 4.2", "Meridian Gateway 4.0 to 4.2 is affected.", "Meridian Gateway")


@pytest.mark.parametrize(
    ("text", "numbers", "dates", "identifiers"),
    [
        ("1,250 users and 3.5 million records", {"1250", "3500000"}, set(), set()),
        ("3.5万份保单和十二家公司", {"35000", "12"}, set(), set()),
        ("born 18 December 1949", set(), {"1949-12-18"}, set()),
        ("2026年2月4日、3月5日和2025年", set(), {"2026-02-04", "--03-05", "2025"}, set()),
        ("in March 2026 and in 1999", set(), {"2026-03", "1999"}, set()),
        ("CVE-2026-1 in v5.2.1 at evil[.]example", set(), set(), {"cve-2026-1", "v5.2.1", "evil.example"}),
        ("an 18-year-old well-known plan, e.g. his/her", {"18"}, set(), set()),
        ("two ports and T1059.001", {"2"}, set(), {"t1059.001"}),
    ],
)
def test_values_have_one_form(text, numbers, dates, identifiers):
    """Numbers, dates and identifiers are read whatever way they are written."""
    found = values_of(text)
    assert (set(found.numbers), set(found.dates), set(found.identifiers)) == (numbers, dates, identifiers)


def test_faithful_means_that_the_source_holds_it():
    """A number, a name or a third of the words that the source lacks make a fact unfaithful."""
    source = "On Monday Slate Heron attacked three ports in Velmora. The ports closed."
    assert is_faithful("Slate Heron attacked three ports in Velmora.", source)
    assert not is_faithful("Slate Heron attacked four ports in Velmora.", source)
    assert not is_faithful("Copper Lantern attacked three ports in Velmora.", source)
    assert not is_faithful("The ports were bombed by a rival navy.", source)


@given(st.text(alphabet="abAB 12.不未的吃香菜年月3-/,", max_size=40))
def test_a_fact_with_content_covers_itself(text):
    """Whatever the text, a fact either covers itself or holds nothing to compare."""
    assert why_not(text, text) in ("", "nothing to compare")


def test_a_long_adversarial_text_is_read_in_linear_time():
    """Long runs of one character, of separators and of capitals end quickly."""
    for piece in ("a", "a.", "A b ", "1,", "九", "不", "2026-", "Aa of ", "2026-01-02 "):
        assert values_of(piece * 20_000) == values_of(piece * 20_000)
        assert why_not(piece * 20_000, "Slate Heron attacked 3 ports.") != ""
