"""What a row of the injection guard is, and how a match is told from prose that reports on one."""

import re
from collections.abc import Callable
from dataclasses import dataclass

# Reasons that a mask carries after "prompt_injection:".
OVERRIDE = "instruction_override"
ROLE = "role_rewrite"
SECRET = "secret_exfiltration"  # noqa: S105 - a reason, not a secret
TOOL = "tool_or_network_command"
BOUNDARY = "prompt_boundary_marker"
MEMORY = "memory_poisoning_intent"
OUTPUT = "output_control"
FORGED = "forged_reply"
TASK = "assistant_task"
ENCODED = "encoded_payload"
CONTINUED = "attack_continued"  # no rule of its own: it stands in one breath with an attack
CODES = (OVERRIDE, ROLE, SECRET, TOOL, BOUNDARY, MEMORY, OUTPUT, FORGED, TASK, ENCODED, CONTINUED)

_LOOK_BACK = 400
_STRONG_END = tuple(".!?:;>[]{}()*|#\"'~=/\\`•·")
_ADDRESS = re.compile(
    r"(?:^|[^a-z])(?:please|kindly|now|just|simply|instead|only|you (?:must|should|shall|will|can|may|"
    r"have to|need to|"
    r"are to|now|to)|(?:can|could|would|will) you(?: please| also)?|let's|let us|stop|ok|okay|hello|hi|hey|"
    r"well done|"
    r"attention|dear (?:ai|assistant|model|llm)|going to|ai|assistant|chatgpt|gpt)[,\s]*$"
)
_WEAK = re.compile(r"(?:,|(?:^|[^a-z])(?:and|then|but|so|also|or|first|next|finally))\s*$")
_NO_COMMAND = re.compile(
    r"(?:^|[^a-z'])(?:to|can|may|might|could|would|will|shall|not|never|they|it|he|she|we|i|who|that|which|"
    r"users?|people|"
    r"do|does|did|must|should|often|always|[a-z]{2,20}[^s\W]s|of|the|a|an|by|for|with|from|in|on|n't)\s*$"
)
_NARRATED = re.compile(
    r"\b(?:attack(?:er|s|ers)?|adversar(?:y|ies|ial)|actors?|hackers?|malicious|injections?|injected|"
    r"jailbreak\w{0,4}|llms?|"
    r"(?:the|an?|its|this|these|language|ai) (?:ai|models?|agents?|assistants?|chatbots?|prompts?|"
    r"payloads?|exploits?)|"
    r"researchers?|victims?|malware|threats?|e\.g|such as|for example|instruct(?:s|ed|ing)|caus(?:es?|ed|"
    r"ing)|"
    r"trick(?:s|ed|ing)?|convinc(?:es?|ed|ing)|attempts?|designed|techniques?|phrases?|contain(?:s|ed|ing)|"
    r"vulnerab\w{0,8}|said|says|wrote|reported|reads|tells|told)\b|"
    "攻击者|恶意|黑客|模型|注入|越狱|研究人员|提示词|例如|比如|诱导|诱骗|指示其|要求其|该指令|漏洞"
)
_QUOTES = "\"'`"
_LEAD = re.compile(
    r"(?:(?:following|embedded|injected|inserted|used|sent|typical|malicious|hidden|injection|"
    r"example)\b[^:]{0,60}?\b"
    r"(?:prompts?|payloads?|commands?|instructions?|text|messages?|injections?|strings?)|prompt injection|"
    r"payload|jailbreak)"
    r"\b[^:]{0,60}:"
)


@dataclass(frozen=True, slots=True)
class GuardRule:
    """One look of an attack on the reader, over a folded sentence (lower case, plain quotes, single blanks).

    ``needs`` are words of which one must be in the sentence: a cheap test before the pattern.
    ``anchor`` says how the match must stand: ``strict`` = as a command at the start of a clause or
    after an address; ``loose`` = anywhere that is not plainly part of a statement; ``none`` =
    anywhere. A sentence in which ``unless`` is found is no hit. A rule that is not ``for_transcripts``
    is left out where people speak to an assistant as a matter of course. ``hits`` and ``keeps`` are
    whole sentences that are, and are not, attacks.
    """

    id: str
    code: str
    why: str
    needs: tuple[str, ...]
    pattern: str
    hits: tuple[str, ...]
    keeps: tuple[str, ...] = ()
    anchor: str = "strict"
    unless: str = ""
    for_transcripts: bool = True


def matcher(rule: GuardRule) -> Callable[[str], bool]:
    """Return the whole test of a rule on one folded sentence."""
    matches = pattern_matcher(rule)
    return lambda sentence: any(word in sentence for word in rule.needs) and matches(sentence)


def pattern_matcher(rule: GuardRule) -> Callable[[str], bool]:
    """Return the test of a rule on a folded sentence that is known to hold one of the words it needs."""
    compiled = re.compile(rule.pattern)
    unless = re.compile(rule.unless) if rule.unless else None
    stands = _ANCHORS[rule.anchor]

    def matches(sentence: str) -> bool:
        if unless is not None and unless.search(sentence):
            return False
        for found in compiled.finditer(sentence):
            before = sentence[max(0, found.start() - _LOOK_BACK) : found.start()]
            if stands(before) and not is_reported(sentence, found.start(), found.end()):
                return True
        return False

    return matches


def is_reported(sentence: str, start: int, end: int) -> bool:
    """Return whether a match stands in quotation marks, or after a colon, of a sentence that reports on it.

    A quotation may run on into the next sentence; an apostrophe has to close.
    """
    before = sentence[max(0, start - _LOOK_BACK) : start]
    after = sentence[end : end + _LOOK_BACK]
    for mark in _QUOTES:
        opened = _opening(before, mark)
        if opened >= 0 and (mark in after or mark != "'"):
            outside = before[:opened] + " " + after.partition(mark)[2]
            if _NARRATED.search(outside):
                return True
    return _LEAD.search(before) is not None


def _opening(before: str, mark: str) -> int:
    """Where the quotation that is still open at the end of ``before`` starts, -1 when none is; no apostrophes."""
    at = before.rfind(mark)
    while at > 0 and mark == "'" and before[at - 1].isalnum():
        at = before.rfind(mark, 0, at)
    if at < 0 or (mark != "'" and before.count(mark) % 2 == 0):
        return -1
    return at


def _strict(before: str) -> bool:
    head = before.rstrip()
    if not head or head.endswith(_STRONG_END) or before.endswith(("- ", "> ")):
        return True
    if _ADDRESS.search(head):
        return True
    return bool(_WEAK.search(head)) and not _NARRATED.search(head)


def _loose(before: str) -> bool:
    head = before.rstrip()
    if _strict(before):
        return True
    return not _NO_COMMAND.search(head) and not _NARRATED.search(head)


def _anywhere(before: str) -> bool:
    return not _NARRATED.search(before)


_ANCHORS: dict[str, Callable[[str], bool]] = {"strict": _strict, "loose": _loose, "none": _anywhere}
