"""Reading subject, slot and value out of a text: key-value entries and the sentence forms of the tables."""

import re
from functools import lru_cache
from typing import NamedTuple

from core.entities.aliases import DEFAULT, AliasTable
from core.statements.chinese import CHINESE
from core.statements.clauses import clause_of, clauses
from core.statements.english import ENGLISH
from core.statements.keys import actor_key, known_slot, qualified, slot_key, subject_key, title_key
from core.statements.sentences import SlotRule
from core.statements.values import canonical_value, fold, level_kinds
from core.statements.wares import thing_key, ware_slots

_MAX_STATE_CHARS = 24
_KEY_VALUE = re.compile(
    r"^(?P<s>[^\n]{1,300}?) ?(?: [—–] |——|—) ?(?P<k>[^\n:：—–]{1,80}?) ?[:：] ?(?P<v>[^\n].*)$", re.DOTALL
)
_BARE_KEY_VALUE = re.compile(r"^(?P<k>[^\n:：.!?，。]{1,40}?) ?[:：] ?(?P<v>[^\n/].*)$", re.DOTALL)
_NESTED = re.compile(
    r"^(?P<part>[^\n:：]{2,200}): (?P<rest>.+)$|^(?P<part2>[^\n:：]{2,200})：(?P<rest2>.+)$", re.DOTALL
)
_NESTED_NOUNS = re.compile(r"\b(?:firmware|software|versions?|products?)\b|固件|软件", re.IGNORECASE)
# A subject that holds a verb of its own is no name: the form was matched across two clauses.
_CLAUSE_WORD = re.compile(
    r"\b(?:is|was|are|were|has|have|had|that|which|who|what|how|why|not|never|said)\b|(?<![自理缘])由|从|^(?:什么|谁|如何|为什么)"
)
_PLAIN_KINDS = frozenset(["number", "version", "date", "level"])
# Slots that a domain has once, so that the noun alone says whose they are.
SELF_SUBJECTS = frozenset(
    [
        "policy_rate",
        "reserve_ratio",
        "lead",
        "owner",
        "launch_date",
        "deadline",
        "budget",
        "ceo",
        "database",
        "headcount",
    ]
)
# Slots that take many values, each true beside the others: only a replacement or an ending retires one.
OPEN_SLOTS = frozenset(["uses"])


class Reading(NamedTuple):
    """What a text says of which subject: keys for equality, and the same as it is written.

    ``rest`` is what the clause says beyond subject, slot and value ("until March", "with five nodes").
    """

    subject: str = ""
    slot: str = ""
    value: str = ""
    kind: str = ""
    subject_words: str = ""
    slot_words: str = ""
    value_words: str = ""
    rest: str = ""
    keyed: bool = False  # a key-value entry, not a sentence


NOTHING = Reading()


@lru_cache(maxsize=65_536)
def read(text: str, language: str, aliases: AliasTable = DEFAULT) -> Reading:
    """Return what a text says as far as the tables tell; empty strings where they do not."""
    plain = text.strip()
    keyed = _key_value(plain, aliases)
    return _sentence(plain, language, aliases) if keyed is None else keyed


def _key_value(text: str, aliases: AliasTable) -> Reading | None:
    match = _KEY_VALUE.match(text)
    if match is None:
        return _bare_key_value(text, aliases)
    slot, kind = slot_key(match["k"])
    slot_words, raw = match["k"], match["v"]
    nested = _NESTED.match(raw.strip()) if kind == "text" else None
    if nested:
        part, rest = nested["part"] or nested["part2"], nested["rest"] or nested["rest2"]
        slot, raw = f"{slot} / {fold(_NESTED_NOUNS.sub(' ', part))}", rest
        slot_words = f"{slot_words} ({part})"
    value, kind = canonical_value(raw, kind, aliases)
    subject, slot = qualified(title_key(match["s"], aliases), slot)
    if not subject and slot in SELF_SUBJECTS:
        subject = slot
    return Reading(subject, slot, value, kind, match["s"], slot_words, raw.strip(), keyed=True)


def _bare_key_value(text: str, aliases: AliasTable) -> Reading | None:
    match = _BARE_KEY_VALUE.match(text)
    known = known_slot(match["k"]) if match else None
    if match is None or known is None:
        return None
    value, kind = canonical_value(match["v"], known[1], aliases)
    return Reading("", known[0], value, kind, "", match["k"], match["v"].strip(), keyed=True)


def _sentence(text: str, language: str, aliases: AliasTable) -> Reading:
    """Return the reading of the first sentence form that reads the text, else of its main clause."""
    for clause, rest in clauses(clause_of(text), text):
        folded = clause.casefold()
        chinese = language == "zh" or any("\u3400" <= char <= "\u9fff" for char in clause)
        for rule in CHINESE if chinese else ENGLISH:
            match = rule.pattern.match(clause) if rule.may_match(folded) else None
            found = _read(rule, match, aliases) if match else None
            if match is not None and found is not None and (found.subject_words or found.subject or not rest):
                tail = " ".join(part for part in (match["tail"], match.groupdict().get("more"), rest) if part)
                return found._replace(rest=tail.strip(" ,，."))
    return NOTHING


def _read(rule: SlotRule, match: re.Match[str], aliases: AliasTable) -> Reading | None:
    """Return what a match gives, or None when its value is not of the kind the slot wants."""
    parts = match.groupdict()
    parts["s"] = parts.get("s") or parts.pop("s2", None)
    if rule.kind in ("thing", "ware"):
        return _read_thing(rule, parts, aliases)
    if rule.kind == "affects":
        counted = canonical_value(parts.get("v") or "", "number", aliases)
        slot = "受影响" + (parts.get("k") or "")[1:]
        return _of_subject(parts, slot, counted, aliases) if counted[1] == "number" else None
    known = known_slot(parts["k"]) if parts.get("k") else None
    if rule.kind == "known" and known is None:
        return None
    slot = rule.slot or (known[0] if known else "")
    kind = (known[1] if known else "") if rule.kind in ("", "known", "count") else rule.kind
    value, found_kind = canonical_value(parts.get("v") or rule.value, kind or "text", aliases)
    if rule.kind == "level" and not rule.slot:
        slot = level_kinds().get(value, "")
    if not slot and parts.get("k") and found_kind in _PLAIN_KINDS:
        slot = ("count " if rule.kind == "count" else "") + slot_key(parts["k"])[0]
    if not slot or not _fits(rule.kind, kind, (value, found_kind)):
        return None
    return _of_subject(parts, slot, (value, found_kind), aliases)


def _of_subject(parts: dict[str, str | None], slot: str, value: tuple[str, str], aliases: AliasTable) -> Reading | None:
    """Return the reading of a value, or None when its subject is no name but a clause of its own."""
    named = parts.get("s") or parts.get("me") or ""
    subject, slot = qualified(subject_key(named, aliases), slot) if named else ("", slot)
    if _CLAUSE_WORD.search(fold(named)):
        return None
    if not subject and slot in SELF_SUBJECTS:
        subject = slot  # a slot named alone is its own subject ("The policy rate is 4 %")
    return Reading(subject, slot, *value, named.strip(), (parts.get("k") or "").strip(), (parts.get("v") or "").strip())


def _read_thing(rule: SlotRule, parts: dict[str, str | None], aliases: AliasTable) -> Reading | None:
    """Return the reading of a named tool: the slot of a known ware, else the open slot of what is used."""
    surface, named = parts.get("v") or "", parts.get("s") or ""
    value = thing_key(surface, aliases)
    slot = ware_slots().get(value) or ware_slots().get(fold(surface), "")
    subject = actor_key(named, aliases)
    if (not slot and rule.kind == "ware") or not subject or _CLAUSE_WORD.search(fold(named)):
        return None
    return Reading(subject, slot or "uses", value, "name", named.strip(), "", surface.strip())


def _fits(rule_kind: str, kind: str, value: tuple[str, str]) -> bool:
    """Return whether a value has a shape that the row and the slot can take.

    A named state need not be in the table of levels, as long as it is short enough to be one.
    """
    text, found_kind = value
    if rule_kind in ("", "known") and kind == "level" and len(text) <= _MAX_STATE_CHARS:
        return True
    if rule_kind in ("level", "date"):
        return found_kind in (rule_kind, "number") if rule_kind == "level" else found_kind == "date"
    if kind in ("number", "version", "date", "level"):
        return found_kind in _PLAIN_KINDS
    return found_kind in _PLAIN_KINDS or found_kind == "name"
