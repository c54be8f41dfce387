"""The guard searches for the patterns of all rules at once; what it says is what the rules say one after the other."""

import pytest

from core.filtering import guard, view_of
from core.filtering.judge import RULES

EXAMPLES = sorted({text for rule in RULES for text in (*rule.hits, *rule.keeps)})


@pytest.mark.parametrize("kind", ["document", "transcript"])
@pytest.mark.parametrize(("language", "skipped"), [(None, None), ("en", "zh"), ("zh", "en")])
def test_the_first_rule_in_order_speaks(kind, language, skipped):
    """For every example of every rule, in both scopes and for each language."""
    rules = [rule for rule in RULES if rule.scope in ("any", kind) and rule.language != skipped]
    for text in EXAMPLES:
        view = view_of(text)
        assert guard(view, kind, language) == next((rule for rule in rules if rule.test(view)), None), text
