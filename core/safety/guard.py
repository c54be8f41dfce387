"""The prompt-injection guard: masks over the sentences of a report that give orders to its reader.

A hit is a label, never an error: the text stays, the mask keeps it from extractors, and the rest of
the report goes on. Precision comes first, for a masked sentence of an honest report is a lost fact.
"""

from collections.abc import Sequence

from core.model import Mask
from core.safety.ciphers import is_shifted_order
from core.safety.disguises import compact, disguises, hides_prose
from core.safety.off_topic import requests
from core.safety.rules import ENCODED, OVERRIDE, TASK, GuardRule, matcher
from core.safety.rules_en_aims import AIM_RULES_EN
from core.safety.rules_en_put_aside import PUT_ASIDE_RULES_EN
from core.safety.rules_en_roles import ROLE_RULES_EN
from core.safety.rules_zh import RULES_ZH
from core.text.sentences import sentence_spans
from core.text.views import normalised

REASON_PREFIX = "prompt_injection:"
GUARD_RULES: tuple[GuardRule, ...] = (*PUT_ASIDE_RULES_EN, *ROLE_RULES_EN, *AIM_RULES_EN, *RULES_ZH)

_MATCHERS = tuple((rule, matcher(rule)) for rule in GUARD_RULES)
_COMPACT_ORDERS = (
    "ignoreall",
    "ignoreprevious",
    "ignoretheabove",
    "ignoreyour",
    "disregardall",
    "disregardprevious",
    "forgeteverything",
    "forgetall",
    "saythat",
    "systemprompt",
    "youarenow",
)
_MOST_SENTENCE_CHARS = 4000  # a longer one is looked at in pieces
_OVERLAP = 400


def injection_masks(text: str, *, transcript: bool = False) -> list[Mask]:
    """Return masks over the sentences that try to command whoever reads the text, in order.

    Each mask is one sentence without the blanks around it; its reason is ``prompt_injection:`` and
    a code of ``core.safety.rules.CODES``: the first rule that hits names it. Sentences that report
    on an attack, and the wording of threat reports, are left alone. In a ``transcript`` people ask
    an assistant for things as a matter of course: there a mere request is no reason.
    """
    spans = [_trimmed(text, start, end) for start, end in sentence_spans(text)]
    folded = [normalised(text[start:end]) for start, end in spans]
    asked = frozenset() if transcript else requests(folded)
    masks = []
    for index, ((start, end), sentence) in enumerate(zip(spans, folded, strict=True)):
        code = injection_code(text[start:end], sentence)
        if code is None and index in asked:
            code = TASK
        if code is not None:
            masks.append(Mask(start, end, REASON_PREFIX + code))
    return masks


def injection_code(raw: str, folded: str | None = None) -> str | None:
    """Return the code of the first rule that a sentence, or a form it hides, breaks; None when it is clean."""
    plain = normalised(raw) if folded is None else folded
    for form in disguises(raw, plain):
        for piece in _pieces(form):
            code = _first_hit(piece)
            if code is not None:
                return code
    if is_shifted_order(plain) or hides_prose(raw):
        return ENCODED
    if any(order in word for word in compact(raw) for order in _COMPACT_ORDERS):
        return OVERRIDE
    return None


def _first_hit(sentence: str) -> str | None:
    return next((rule.code for rule, matches in _MATCHERS if matches(sentence)), None)


def _pieces(form: str) -> Sequence[str]:
    if len(form) <= _MOST_SENTENCE_CHARS:
        return (form,)
    step = _MOST_SENTENCE_CHARS - _OVERLAP
    return [form[at : at + _MOST_SENTENCE_CHARS] for at in range(0, len(form), step)]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    body = text[start:end]
    return start + len(body) - len(body.lstrip()), end - len(body) + len(body.rstrip())
