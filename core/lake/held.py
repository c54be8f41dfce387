"""Plans that wait for a person: ``<lake>/held/<plan>.parquet``, the decisions that a run did not dare to commit.

A plan holds one domain. It is written whole or not at all, and names the decisions that it builds on, so that it
is applied to those or not at all.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from core.contracts.frames import to_arrow, to_frame
from core.contracts.tables import DECISIONS
from core.errors import LakeError
from core.ids import content_id
from core.lake.blast import Limits, Reach, Retirement
from core.lake.files import write_atomically
from core.lake.lake import parquet_bytes, read_parquet
from core.ledger.fold import Key
from core.ledger.notes import Decided

_HEAD = b"factledger.plan"
_MEND = "Delete it: the next run of its days makes the plan anew."


@dataclass(frozen=True)
class HeldPlan:
    """A domain's share of a run that a person must approve."""

    plan_id: str
    domain: str
    run_id: str
    made_at: datetime
    days: tuple[str, ...]  # of the run
    base: str  # of the domain's decisions, see ``base_of``
    base_commit: int  # the lake's last commit when it was made
    current: int  # notes current before
    allowed: int
    retirements: tuple[Retirement, ...]
    rows: tuple[Mapping[str, Any], ...]  # of the decision log

    @property
    def keys(self) -> frozenset[Key]:
        """The facts that it would decide for the first time."""
        return frozenset((row["revision_id"], row["fact_id"]) for row in self.rows if row["action"] == "decided")

    def told(self) -> str:
        """Return what is held and what to do, as sentences."""
        return (
            f"{self.domain}: held, nothing was written. {len(self.retirements)} of {self.current} current notes would "
            f"be retired, {self.allowed} may be in one run. Look at it with `factledger plans {self.plan_id}`, then "
            f"`factledger approve {self.plan_id}` or `factledger reject {self.plan_id}`"
        )


def base_of(known: Iterable[Decided]) -> str:
    """Return a hash of the decisions in force of a domain, in any order."""
    lines = sorted("|".join((*one.assertion.key, one.decision_id, one.note_id or "")) for one in known)
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()


def plan_of(
    rows: Sequence[Mapping[str, Any]],
    reach: Reach,
    limits: Limits,
    base: str,
    base_commit: int,
    days: Iterable[str],
) -> HeldPlan:
    """Return the plan of one domain's rows; its id is content, so that the same night makes the same plan."""
    domain = rows[0]["domain"]
    parts = [f"{row['action']}|{row['revision_id']}|{row['fact_id']}|{row['decision_id']}" for row in rows]
    return HeldPlan(
        plan_id=content_id("plan_", domain, base, *parts),
        domain=domain,
        run_id=rows[0]["run_id"],
        made_at=rows[0]["recorded_at"],
        days=tuple(sorted(days)),
        base=base,
        base_commit=base_commit,
        current=reach.current,
        allowed=limits.allows(reach.current),
        retirements=reach.retirements,
        rows=tuple(rows),
    )


class HeldPlans:
    """The held plans of one lake."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "held"

    def save(self, plan: HeldPlan) -> None:
        """Write a plan durably; one that is there already stays as it is."""
        if self._path(plan.plan_id).exists():
            return
        head = {
            "days": plan.days,
            "base": plan.base,
            "base_commit": plan.base_commit,
            "current": plan.current,
            "allowed": plan.allowed,
            "retirements": [one.row() for one in plan.retirements],
        }
        data = parquet_bytes(to_arrow(DECISIONS, plan.rows), {_HEAD: json.dumps(head, ensure_ascii=False).encode()})
        write_atomically(self._path(plan.plan_id), data)

    def all(self) -> list[HeldPlan]:
        """Return the plans, oldest first.

        Raises:
            LakeError: a file is damaged.
        """
        found = [self._read(path) for path in sorted(self.folder.glob("plan_*.parquet"))]
        return sorted(found, key=lambda plan: (plan.made_at, plan.domain, plan.plan_id))

    def one(self, wanted: str) -> HeldPlan:
        """Return the plan whose id is, or begins with, ``wanted`` (``plan_`` may be left out).

        Raises:
            LakeError: none or more than one has such an id.
        """
        prefix = wanted if wanted.startswith("plan_") else f"plan_{wanted}"
        found = [plan for plan in self.all() if plan.plan_id.startswith(prefix)]
        if len(found) != 1:
            raise LakeError(f"{wanted}: {len(found)} held plans have such an id. `factledger plans` lists them.")
        return found[0]

    def drop(self, plan_id: str) -> None:
        """Forget a plan."""
        self._path(plan_id).unlink(missing_ok=True)

    def drop_all(self) -> None:
        """Forget every plan, also one that is damaged."""
        for path in self.folder.glob("plan_*.parquet"):
            path.unlink(missing_ok=True)

    def replace(self, days: set[str], plans: Sequence[HeldPlan]) -> None:
        """Save the plans of a run over ``days``; older ones of no other days are answered by it, and go."""
        for plan in plans:
            self.save(plan)
        made = {plan.plan_id for plan in plans}
        for old in self.all():
            if old.plan_id not in made and days.issuperset(old.days):
                self.drop(old.plan_id)

    def _path(self, plan_id: str) -> Path:
        return self.folder / f"{plan_id}.parquet"

    def _read(self, path: Path) -> HeldPlan:
        rows = to_frame(read_parquet(DECISIONS, path, _MEND)).to_dicts()
        try:
            head = json.loads((pq.read_schema(path).metadata or {})[_HEAD])
        except (KeyError, ValueError) as error:
            raise LakeError(f"{path}: is no held plan ({error}). {_MEND}") from error
        return HeldPlan(
            plan_id=path.stem,
            domain=rows[0]["domain"],
            run_id=rows[0]["run_id"],
            made_at=rows[0]["recorded_at"],
            days=tuple(head["days"]),
            base=head["base"],
            base_commit=head["base_commit"],
            current=head["current"],
            allowed=head["allowed"],
            retirements=tuple(map(Retirement.of, head["retirements"])),
            rows=tuple(rows),
        )
