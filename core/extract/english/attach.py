"""Name the flaw of a heading in a sentence below it that speaks of "an attacker" or "this flaw" only.

The same boilerplate stands under many identifiers; without them it would be one fact about none.
"""

import re

_FLAW = re.compile(
    r"\b(?:this|the|these|such an?) (?:(?:security|critical|same|above|specific) )?(?:vulnerability"
    r"|flaw|issue|bug|weakness|defect)(?= |,|\.|$)",
    re.IGNORECASE,
)
_EXPLOIT_THIS = re.compile(
    r"\b(?P<verb>exploit(?:s|ed|ing)?|abus(?:e|es|ed|ing)|leverag(?:e|es|ed|ing)|trigger(?:s|ed|ing)?) (?:this|it)\b"
)
_EXPLOITATION = re.compile(
    r"^(?P<head>(?:Successful |Remote |The |Active )?[Ee]xploitation)(?= (?:could|can|may|might|will"
    r"|would|requires?|allows?|leads?|is|was|has)\b)"
)
_NOBODY = re.compile(
    r"^(?:(?:An?|The|Any|Some) )?(?:[A-Za-z][\w-]* ){0,3}?(?:attackers?|adversar(?:y|ies)"
    r"|threat actors?|malicious (?:users?|actors?))"
    r"(?: (?:with|on|who|that|in)\b[^,;]{1,80}?)? (?:could|can|may|might|would|needs?|must|is|are)\b",
    re.IGNORECASE,
)


def with_identifier(statement: str, identifier: str) -> str:
    """Return a statement that names no flaw with the identifier of its heading, where it needs one.

    "this flaw" becomes the identifier, "exploitation" gets "of …", and what an unnamed attacker can do
    is put under it (``CVE-…: An attacker can …``). Every other sentence stays as it is.
    """
    if not identifier or identifier in statement:
        return statement
    for pattern, stand_in in (
        (_EXPLOIT_THIS, rf"\g<verb> {identifier}"),
        (_FLAW, identifier),
        (_EXPLOITATION, rf"\g<head> of {identifier}"),
    ):
        named, times = pattern.subn(stand_in, statement, count=1)
        if times:
            return named
    return f"{identifier}: {statement}" if _NOBODY.match(statement) else statement
