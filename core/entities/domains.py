"""Which dotted words are domain names: known top-level domains, minus file names and code."""

import re

from core.entities.wordset import word_set

_COUNTRY = """
ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd
cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge
gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh
ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw
mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb
sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk
us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
"""
_GENERIC = """
com net org edu gov mil int arpa biz info name pro aero coop museum mobi jobs travel tel asia cat post xxx
academy agency app art bar best bid blog buzz cam cash center cfd chat cheap click cloud club codes company
cyou date delivery design dev digital direct download email energy events example exchange expert fit fun fund
games global group guru host hosting icu ink invalid kim life link live loan lol london ltd market media men
mom monster network news ninja one onion online ooo party photo pics plus press pub quest racing rest review
rocks run sbs science security services shop site solutions space store stream studio support surf systems team
tech technology test today tokyo tools top trade vip wang webcam website wiki win work works world wtf xin xyz
yachts zip zone mov page google microsoft local localhost internal lan corp
"""
TOP_LEVEL = frozenset(_COUNTRY.split()) | frozenset(_GENERIC.split())

# Top-level domains that far more often end a file name: only a defanged dot or the word before tells.
FILE_ENDINGS = word_set("py md sh rs pl ps so zip mov pm cs ml st")
# Top-level domains that often end a field or package name: two labels alone do not tell.
FIELD_ENDINGS = word_set(
    """
    name id as is date run page local test exchange security group services systems network email support
    tools team work one internal download post invalid lan corp plus press pub rest review stream
    """
)

_PRODUCTS = frozenset(["asp.net", "ado.net", "vb.net", "ml.net", "paint.net", "socket.io", "draw.io", "node.js"])
_CONTEXT = re.compile(r"(?:domain|domains|host|hosts|c2|site|website|server|dns|域名|网站|站点)\W{0,3}$", re.IGNORECASE)
_MIN_CLEAR_LABELS = 3
_CONTEXT_CHARS = 16


def is_domain(plain: str, surface: str, text: str, start: int, end: int) -> bool:
    """Return whether a dotted word is a domain name here.

    Plain two-label names on an ambiguous top-level domain count only when the word before says so
    or when they are defanged; namespaces (``System.IO``) and calls (``os.name(``) never do.
    """
    labels = plain.split(".")
    last = labels[-1]
    if last not in TOP_LEVEL or plain in _PRODUCTS or text.startswith("(", end):
        return False
    if "[" in surface or "(" in surface or "{" in surface or "\\" in surface:
        return True
    if not (surface.rsplit(".", 1)[-1].islower() or surface.isupper()):
        return False
    clear = last not in FILE_ENDINGS and (last not in FIELD_ENDINGS or len(labels) >= _MIN_CLEAR_LABELS)
    if clear:
        return not all(label.isdigit() for label in labels[:-1])
    return _CONTEXT.search(text, max(0, start - _CONTEXT_CHARS), start) is not None
