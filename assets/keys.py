"""What assets and pools are called, on a Dagster instance that several corpora may share.

An instance keeps what it knows of an asset (materialisations, checks, partitions) under the asset's key alone, and
counts who is in a pool by the pool's name alone, whichever code location they are of. So a corpus that shares an
instance with others has a name, and its name is in front of its keys and of the pool of its lake.
"""

import os
import re
from collections.abc import Iterable

import dagster as dg

from core.errors import SettingsError


def named_corpus(name: str) -> str:
    """Return the name of a corpus, as it is; empty is none.

    Raises:
        SettingsError: it is no name that a key may begin with.
    """
    if not re.fullmatch(r"([a-z][a-z0-9_]*)?", name):
        raise SettingsError(
            f"FACTLEDGER_CORPUS: {name!r} cannot be the name of a corpus. "
            "Use small letters, digits and underscores, a letter first; or leave it out."
        )
    return name


CORPUS = named_corpus(os.environ.get("FACTLEDGER_CORPUS", ""))
# How many runs may ask a model at once. Corpora share it: they ask the same provider, with the same limits.
MODEL_POOL = "model"
# One run commits at a time. Each lake has a pool of its own: what waits for one lake must not wait for another.
COMMIT_POOL = f"{CORPUS}/ledger_commit" if CORPUS else "ledger_commit"


def asset_key(name: str) -> dg.AssetKey:
    """Return the key of the asset that holds a table."""
    return dg.AssetKey([CORPUS, name] if CORPUS else [name])


def asset_keys(names: Iterable[str]) -> list[dg.AssetKey]:
    """Return the keys of assets, in order."""
    return [asset_key(name) for name in names]
