"""The checks of what is stored: they pass on a whole lake, and name what is damaged."""

import dagster as dg
import pytest
from tiny_lake import TINY, TINY_DAYS, batch_on, put, rewrite, run_line

from assets.integrity import chain_result, evidence_result
from core.contracts.frames import to_frame
from core.contracts.tables import NORMALISED_FACTS, NOTES, SUPERSESSION_EDGES
from core.lake.notes_table import LedgerTables
from pipelines.definitions import defs


@pytest.fixture
def batch(tmp_path):
    """A lake with the tiny corpus in it."""
    found = batch_on(put(tmp_path / "reports", TINY), tmp_path / "lake")
    run_line(found)
    return found


def test_a_whole_lake_passes_and_says_how_much_was_compared(batch):
    """Two values change in the tiny corpus: two edges."""
    evidence, chain = evidence_result(batch, TINY_DAYS), chain_result(batch, TINY_DAYS)
    assert (evidence.passed, chain.passed) == (True, True)
    assert evidence.description.endswith("spans are the text that they quote")
    assert " and 2 edges " in chain.description


@pytest.mark.parametrize("column", ["evidence", "entities"])
def test_a_span_that_moved_fails_its_day_alone(batch, column):
    """One character further on it is other text; the fact is named."""
    damaged = []

    def moved(listed):
        row = next(row for row in listed if row[column])
        damaged.append(row["fact_id"])
        span = row[column][0]
        span |= {"char_start": span["char_start"] + 1, "char_end": span["char_end"] + 1}
        return listed

    rewrite(batch.lake, NORMALISED_FACTS, TINY_DAYS[1], moved)
    result = evidence_result(batch, TINY_DAYS)
    assert (result.passed, result.severity) == (False, dg.AssetCheckSeverity.ERROR)
    assert damaged[0] in result.description
    assert result.metadata["problems"].value == len(result.metadata["list"].value) == 1
    assert evidence_result(batch, [TINY_DAYS[0], TINY_DAYS[2]]).passed


def test_an_edge_that_is_lost_fails_the_chain(batch):
    """Its link is left without it."""
    tables = LedgerTables(batch.lake.root)
    edge = to_frame(tables.read(SUPERSESSION_EDGES)).to_dicts()[0]
    tables.commit(2, [(NOTES, {}, []), (SUPERSESSION_EDGES, {}, [edge["edge_id"]])])
    result = chain_result(batch, TINY_DAYS)
    assert not result.passed
    assert f"link {edge['old_note_id']} → {edge['new_note_id']} has no edge" in result.description


def test_both_block():
    """What is damaged does not count as done."""
    graph = defs.resolve_asset_graph()
    specs = {key.name: graph.get_check_spec(key) for key in graph.asset_check_keys}
    shown = {name: (specs[name].asset_key.to_user_string(), specs[name].blocking) for name in ("evidence", "chain")}
    assert shown == {"evidence": ("normalised_facts", True), "chain": ("notes", True)}
