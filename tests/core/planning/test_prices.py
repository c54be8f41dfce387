"""Prices: the first row that fits counts, unknown is not free, and the user's file comes first."""

import pytest

from core.errors import SettingsError
from core.planning.prices import Price, default_prices, prices_from

OWN = """
currency = "USD"
checked_on = 2026-12-24
[[price]]
model = "openai/gpt-4o-mini"
input = 1
output = 2
[[price]]
model = "local/*"
input = 0
output = 0
"""


@pytest.mark.parametrize(
    ("model", "cost"),
    [
        ("openai/gpt-4o-mini", 0.15 + 0.60),
        ("openai/gpt-4o-mini-2024-07-18", 0.15 + 0.60),  # not the row of gpt-4o
        ("openai/gpt-4o", 2.50 + 10.00),
        ("openai/gpt-4.1-mini", 0.40 + 1.60),
        ("ollama/qwen3:8b", 0.0),
        ("anthropic/claude-opus-4-7", 5.00 + 25.00),
    ],
)
def test_a_million_tokens_each_way_cost_what_the_row_says(model, cost):
    """The built-in table, by hand."""
    prices = default_prices()
    assert prices.of(model) is not None
    assert prices.cost(model, 1_000_000, 1_000_000) == pytest.approx(cost)


def test_tokens_in_and_out_have_their_own_price():
    """812 tokens in and 104 out at 2 and 10 per million."""
    assert Price(model="m", input=2, output=10).of(812, 104) == pytest.approx(0.002664)


def test_a_model_without_a_row_has_no_price():
    """Nobody may read "free" where nothing is known."""
    prices = default_prices()
    assert prices.of("openai/unheard-of") is None
    assert prices.cost("openai/unheard-of", 1000, 1000) == 0.0


def test_the_table_says_when_it_was_checked():
    """A price without a day cannot be judged."""
    prices = default_prices()
    assert prices.checked_on is not None
    assert prices.currency == "USD"


def test_the_users_rows_come_first_and_ours_stay_behind(tmp_path):
    """One own price does not cost a person the others."""
    (tmp_path / "prices.toml").write_text(OWN)
    prices = prices_from(tmp_path / "prices.toml")
    assert prices.cost("openai/gpt-4o-mini", 1_000_000, 0) == 1.0
    assert prices.cost("openai/gpt-4o", 1_000_000, 0) == 2.5
    assert prices.of("local/any") == Price(model="local/*", input=0, output=0)
    assert prices.source == str(tmp_path / "prices.toml")


def test_two_currencies_are_not_mixed(tmp_path):
    """With prices in yuan, ours in dollars do not stand in for a missing row."""
    (tmp_path / "prices.toml").write_text(OWN.replace("USD", "CNY"))
    prices = prices_from(tmp_path / "prices.toml")
    assert prices.currency == "CNY"
    assert prices.of("openai/gpt-4o") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[price", "is no TOML"),
        ("[[price]]\nmodel = 'm'\ninput = 1", "price.0.output: Field required"),
        ("[[price]]\nmodel = 'm'\ninput = -1\noutput = 1", "price.0.input: Input should be greater than or equal to 0"),
        ("[[prices]]\nmodel = 'm'", "prices: Extra inputs are not permitted"),
        (None, "cannot be read"),
    ],
)
def test_a_wrong_file_is_named(tmp_path, text, told):
    """Where, what, and what a row looks like."""
    path = tmp_path / "prices.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(SettingsError) as error:
        prices_from(path)
    assert told in str(error.value)
    assert str(path) in str(error.value)
