"""What a speaker says *to* the listener: commands, questions without a mark, requests, small talk.

These shapes count only in transcripts. In a report an imperative is advice and may be a fact.
"""

from core.filtering.chatter import CHATTER_RULES
from core.filtering.commands import COMMAND_RULES
from core.filtering.questions import QUESTION_RULES
from core.filtering.requests_zh import REQUEST_RULES_ZH
from core.filtering.rule import FilterRule
from core.filtering.wishes import WISH_RULES

REQUEST_RULES: tuple[FilterRule, ...] = (
    *COMMAND_RULES,
    *QUESTION_RULES,
    *WISH_RULES,
    *CHATTER_RULES,
    *REQUEST_RULES_ZH,
)
