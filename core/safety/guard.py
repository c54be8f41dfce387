"""The prompt-injection guard: masks over the sentences of a report that give orders to its reader.

A hit is a label, never an error: the text stays, the mask keeps it from extractors, and the rest of
the report goes on. Precision comes first, for a masked sentence of an honest report is a lost fact.
"""

from collections.abc import Sequence
from functools import cache, partial

from core.model import Mask
from core.safety.ciphers import is_tampered_order, unmixed
from core.safety.disguises import compact, disguises, hideouts, hides_prose
from core.safety.mention import mentioned
from core.safety.off_topic import requests
from core.safety.prefilter import Prefilter
from core.safety.rules import ENCODED, MEMORY, OVERRIDE, TASK, GuardRule, matcher, pattern_matcher
from core.safety.rules_en_aims import AIM_RULES_EN
from core.safety.rules_en_deeds import DEED_RULES_EN
from core.safety.rules_en_ledger import LEDGER_RULES_EN
from core.safety.rules_en_put_aside import PUT_ASIDE_RULES_EN
from core.safety.rules_en_readers import READER_RULES_EN
from core.safety.rules_en_replies import REPLY_RULES_EN
from core.safety.rules_en_roles import ROLE_RULES_EN
from core.safety.rules_other import RULES_OTHER
from core.safety.rules_zh_aims import AIM_RULES_ZH
from core.safety.rules_zh_deeds import DEED_RULES_ZH
from core.safety.rules_zh_ledger import LEDGER_RULES_ZH
from core.safety.rules_zh_orders import LAST_RULES_ZH, ORDER_RULES_ZH
from core.safety.rules_zh_readers import READER_RULES_ZH
from core.safety.spread import spread
from core.safety.tone_zh import speaks_to_a_machine
from core.text.sentences import sentence_spans
from core.text.views import normalised

REASON_PREFIX = "prompt_injection:"
GUARD_RULES: tuple[GuardRule, ...] = (
    *PUT_ASIDE_RULES_EN,
    *ROLE_RULES_EN,
    *AIM_RULES_EN,
    *REPLY_RULES_EN,
    *READER_RULES_EN,
    *LEDGER_RULES_EN,
    *DEED_RULES_EN,
    *ORDER_RULES_ZH,
    *AIM_RULES_ZH,
    *READER_RULES_ZH,
    *LEDGER_RULES_ZH,
    *DEED_RULES_ZH,
    *LAST_RULES_ZH,
    *RULES_OTHER,
)

_MATCHERS = tuple(pattern_matcher(rule) for rule in GUARD_RULES)
_PREFILTER = Prefilter(GUARD_RULES)
# What these rules look for is said to whoever reads the text, or orders a change of the ledger.
_AIMED_HERE = tuple(
    matcher(rule)
    for rule in GUARD_RULES
    if rule.code == MEMORY or rule in (*READER_RULES_EN, *LEDGER_RULES_EN, *READER_RULES_ZH, *LEDGER_RULES_ZH)
)
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
    a code of ``core.safety.rules.CODES``: the first rule that hits names it, and a sentence that
    only belongs to an attack (see ``core.safety.spread``) says so. Sentences that report on an
    attack, and the wording of threat reports, are left alone, and so are the payloads that a report
    prints as evidence (see ``core.safety.mention``). In a ``transcript`` people ask an
    assistant for things, and tell it what to be, as a matter of course: there a mere request is no
    reason, a system message may be one, and only an override takes the rest of its paragraph along.
    """
    spans = [_trimmed(text, start, end) for start, end in sentence_spans(text)]
    fold, code_of = cache(normalised), cache(partial(_code, transcript=transcript))  # lines repeat within a report
    folded = [fold(text[start:end]) for start, end in spans]
    codes = [code_of(text[start:end], sentence) for (start, end), sentence in zip(spans, folded, strict=True)]
    codes = spread(text, spans, folded, codes, injection_code, transcript=transcript)
    if not transcript:
        for index in requests(folded):
            codes[index] = codes[index] or TASK
        for index in mentioned(text, spans, folded, codes, injection_code, _is_aimed_here):
            codes[index] = None
    return [
        Mask(start, end, REASON_PREFIX + code)
        for (start, end), code in zip(spans, codes, strict=True)
        if code is not None
    ]


def injection_code(raw: str, folded: str | None = None, *, transcript: bool = False) -> str | None:
    """Return the code of the first rule that a sentence, or a form it hides, breaks; None when it is clean.

    With ``transcript`` the rules are left out that ordinary talk to an assistant would break.
    """
    return _code(raw, normalised(raw) if folded is None else folded, transcript=transcript)


def _code(raw: str, folded: str, *, transcript: bool) -> str | None:
    found = hideouts(raw)
    for form in disguises(folded, found):
        if (code := _code_of_form(form, transcript=transcript)) is not None:
            return code
    if (right := unmixed(folded)) is not None and (code := _code_of_form(right, transcript=transcript)) is not None:
        return code
    if is_tampered_order(folded) or (found.hidden and hides_prose(found)):
        return ENCODED
    if found.spaced and any(order in word for word in compact(found) for order in _COMPACT_ORDERS):
        return OVERRIDE
    if not transcript and speaks_to_a_machine(folded):
        return TASK
    return None


def _is_aimed_here(folded: str) -> bool:
    return any(hits(folded) for hits in _AIMED_HERE)


def _first_hit(sentence: str, *, transcript: bool) -> str | None:
    for index in _PREFILTER.candidates(sentence):
        rule = GUARD_RULES[index]
        if (rule.for_transcripts or not transcript) and _MATCHERS[index](sentence):
            return rule.code
    return None


def _code_of_form(form: str, *, transcript: bool) -> str | None:
    codes = (_first_hit(piece, transcript=transcript) for piece in _pieces(form))
    return next((code for code in codes if code is not None), None)


def _pieces(form: str) -> Sequence[str]:
    if len(form) <= _MOST_SENTENCE_CHARS:
        return (form,)
    step = _MOST_SENTENCE_CHARS - _OVERLAP
    return [form[at : at + _MOST_SENTENCE_CHARS] for at in range(0, len(form), step)]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    body = text[start:end]
    return start + len(body) - len(body.lstrip()), end - len(body) + len(body.rstrip())
