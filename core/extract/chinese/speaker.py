"""First-person statements in the speaker's name: 我搬到了奥斯陆 becomes 王峰搬到了奥斯陆."""

import re

_I = re.compile(r"(?<!自)我(?!们|国|方|军|省|市|校|司|院|局)")
_SELF = re.compile(r"本人(?!员)")


def in_third_person(statement: str, name: str) -> str:
    """Return the statement with 我 and 本人 replaced by ``name``; 我们 stays, for nobody can tell who it is."""
    statement = statement.replace(f"我，{name}", "我")  # "现在是我，王峰": one person, named twice
    return _SELF.sub(name, _I.sub(name, statement))
