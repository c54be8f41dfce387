"""Named things by what they are: databases, trackers and the like, and tools with the noun that classes them."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from core.entities.aliases import DEFAULT, AliasTable
from core.statements.values import canonical_value, fold

_CLASS = (
    r"loader|downloader|dropper|backdoor|trojan|rat|worm|botnet|ransomware|stealer|infostealer|implant|rootkit|wiper"
    r"|malware|framework|toolkit|tool|exploit kit|database|tracker|platform|service"
)
_CLASS_ZH = "后门|木马|勒索软件|加载器|下载器|蠕虫|工具|框架|恶意软件|数据库|平台|服务|系统"
_ARTICLE = re.compile(r"^(?:the|an?|its|their|our|his|her) |^(?:了|其)", re.IGNORECASE)
_CLASSED = re.compile(rf"^(?:{_CLASS}) (?=\S)|(?<=\S) (?:{_CLASS})$|(?<=[^\s])(?:{_CLASS_ZH})$", re.IGNORECASE)


def _wares() -> Mapping[str, list[str]]:
    return tomllib.loads(resources.files("core.statements").joinpath("wares.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def ware_slots() -> Mapping[str, str]:
    """Return the slot that each known ware is a value of, by its folded name."""
    return {fold(name): slot for slot, names in _wares().items() for name in names}


def ware_pattern() -> str:
    """Return a pattern of the known wares' names, longest first, in any case."""
    names = sorted((name for names in _wares().values() for name in names), key=lambda name: (-len(name), name))
    return "(?i:" + "|".join(re.escape(name) for name in names) + ")(?![A-Za-z])"


def thing_key(text: str, aliases: AliasTable = DEFAULT) -> str:
    """Return the key of a named tool without article and class noun ("the Kelp loader" → "kelp")."""
    bare = _CLASSED.sub("", _ARTICLE.sub("", text.strip())).strip()
    return canonical_value(bare, "name", aliases)[0]
