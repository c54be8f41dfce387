"""First-person statements in the speaker's name: *I moved* becomes *Priya moved*."""

import re

from core.extract.verbs import FORMS, Form, third_person

_CONTRACTED = {"'m": "is", "'ve": "has", "'ll": "will", "'d": "would", "'s": "is"}
_I = re.compile(
    r"(?<![\w'’./-])[Ii](?:(?P<short>['’](?:m|ve|ll|d|s))| (?P<am>am|have|do|don['’]t|haven['’]t)\b)?(?![\w'’/-]|\.\w)"
)
_VERB_AFTER = re.compile(
    r"^(?P<adverbs>(?: (?:also|really|just|still|now|always|never|usually|often|currently|only|even"
    r"|actually|mostly|sometimes|then|last|first|\w+ly))*) (?P<verb>[a-z]+)\b"
)
_PLAIN = {"am": "is", "have": "has", "do": "does", "don't": "doesn't", "haven't": "hasn't"}
_MINE = re.compile(r"(?<![\w'’])(?:my|mine|My|Mine)\b")
_ME = re.compile(r"(?<![\w'’])(?:me|myself)\b(?! and)")
_WOULD_HAD = re.compile(r"^ (?:been|had|gone|seen|done|better)\b")


def in_third_person(statement: str, name: str) -> str:
    """Return the statement with the first person replaced by ``name``; verbs follow the new subject.

    ``name`` begins with a capital where it opens the statement: "The user" becomes "the user"
    inside it.
    """
    inner = name[0].lower() + name[1:] if name.startswith("The ") else name
    pieces: list[str] = []
    at = 0
    for match in _I.finditer(statement):
        pieces.append(statement[at : match.start()])
        who = inner if "".join(pieces).strip() else name
        after = statement[match.end() :]
        at = match.end()
        pieces.append(who)
        short = (match["short"] or "").replace("’", "'")
        plain = (match["am"] or "").replace("’", "'")
        if short:
            pieces.append(" had" if short == "'d" and _WOULD_HAD.match(after) else " " + _CONTRACTED[short])
        elif plain:
            pieces.append(" " + _PLAIN[plain])
        else:
            verb = _VERB_AFTER.match(after)
            if verb and FORMS.get(verb["verb"], Form.NONE) & Form.BASE and not FORMS[verb["verb"]] & Form.PAST:
                pieces.append(f"{verb['adverbs']} {third_person(verb['verb'])}")
                at += verb.end()
    pieces.append(statement[at:])
    text = "".join(pieces)
    owner = inner + ("'" if inner.endswith("s") else "'s")
    text = _MINE.sub(lambda m: owner[0].upper() + owner[1:] if m.start() == 0 else owner, text)
    return _ME.sub(inner, text)
