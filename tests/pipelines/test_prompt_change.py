"""A changed prompt, end to end: measured against a model that follows it, compared, and refused."""

import json
from dataclasses import replace
from importlib import resources
from pathlib import Path

from evaluation_builders import put_set
from good_replies import reply_about
from scripted_server import ScriptedServer, Step

from assets.evaluation import Place, chances, evaluate_sets, systems_of
from core.evaluate.compare import compare
from core.evaluate.store import Evaluation
from core.extract.model.prompt import Prompt, read_prompt
from core.stages.model_extractor import ModelExtraction
from pipelines.models import model_of
from pipelines.resources import batch_of, settings_from

SAVING = "Write at most one fact."


def obedient(seen):
    """Two facts of a passage; one when the prompt asks for no more."""
    facts = json.loads(reply_about(str(seen.body["messages"][1]["content"])))["facts"]
    return Step(json.dumps({"facts": facts[:1] if SAVING in str(seen.body["messages"][0]["content"]) else facts}))


def measured(root: Path, settings: Path, prompt: Prompt) -> Evaluation:
    """The set, measured with a prompt."""
    chosen = settings_from(str(settings), "")
    batch = batch_of(root / "reports", root / "eval", chosen)
    assert isinstance(batch.extractor, ModelExtraction)
    batch.extractor = replace(batch.extractor, prompt=prompt)
    batch.model = model_of(chosen, root / "eval", batch.extractor)
    return evaluate_sets(Place(root / "gold", root / "eval"), systems_of(batch))


def test_a_prompt_that_loses_every_second_fact_is_refused_and_the_same_prompt_again_is_free(tmp_path):
    """The facts that vanish are named, in both languages; the replies of the first prompt are not paid twice."""
    rows = []
    for number in range(100, 120):
        english = [f"Kestrel runs the server {number}.", f"Heron bought the licence {number}."]
        chinese = [f"青鸾系统部署在{number}号机房。", f"赤帆公司购买了{number}份许可。"]
        rows.append({"text": " ".join(english), "facts": [{"text": one} for one in english]})
        rows.append({"lang": "zh", "text": "\n".join(chinese), "facts": [{"text": one} for one in chinese]})
    put_set(tmp_path / "gold", "f", "facts", rows)
    raw = resources.files("core.extract.model").joinpath("prompt.toml").read_text("utf-8")
    current = read_prompt(raw)
    changed = read_prompt(
        raw.replace("\n14. ", f"\n14. {SAVING} ").replace(f'version = "{current.version}"', 'version = "99.0.0"')
    )
    settings = tmp_path / "model.toml"
    with ScriptedServer(answer=obedient) as server:
        settings.write_text(
            f'[extract]\nextractor = "instructor"\nmodel = "openai/gpt-4.1-mini"\nbase_url = "{server.base_url}"\n',
            "utf-8",
        )
        before = measured(tmp_path, settings, current)
        calls = len(server.requests)
        after = measured(tmp_path, settings, changed)
        assert len(server.requests) == 2 * calls == 80
        again = measured(tmp_path, settings, current)
        assert len(server.requests) == 80
    found = compare(before, after, chances)
    assert {f"f/recall [{where}]" for where in ("all", "lang=en", "lang=zh")} <= {
        refusal.split(":")[0] for refusal in found.refusals
    }
    assert {len(change.vanished) for change in found.changes} == {1}
    assert "赤帆公司购买了100份许可。" in [change.vanished[0] for change in found.changes]
    assert found.cost[0].calls == 40
    same = compare(before, again, chances)
    assert (same.refusals, same.doubts, same.changes) == ([], [], [])
