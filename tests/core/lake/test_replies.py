"""Replies are paid for once: kept whole, found again, never with a secret in them."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import LakeError
from core.extract.model.store import StoredReply
from core.ids import content_id
from core.lake.replies import REDACTED, LakeReplies

KEY = content_id("rpl_", "a question")
OTHER = content_id("rpl_", "another question")
REPLY = StoredReply('{"facts": []}', "stop", 812, 5, "openai/m", "first", "3", "hash")
SECRET = "sk-test-0123456789"


def test_a_reply_is_found_again_in_a_new_process_of_thought(tmp_path):
    """What was put is what is got, by whoever opens the lake next."""
    LakeReplies(tmp_path).put(KEY, REPLY)
    assert LakeReplies(tmp_path).get(KEY) == REPLY
    assert LakeReplies(tmp_path).get(OTHER) is None


def test_a_person_can_find_and_read_the_file(tmp_path):
    """``replies/<2 hex>/<key>.json`` says which question, model and prompt it answers."""
    LakeReplies(tmp_path).put(KEY, REPLY)
    digest = KEY.removeprefix("rpl_")
    path = tmp_path / "replies" / digest[:2] / f"{KEY}.json"
    content = json.loads(path.read_text())
    assert (content["key"], content["model"], content["prompt_version"]) == (KEY, "openai/m", "3")


def test_the_latest_reply_to_a_question_counts(tmp_path):
    """A second put replaces the first, and leaves one file."""
    store = LakeReplies(tmp_path)
    store.put(KEY, REPLY)
    store.put(KEY, replace(REPLY, text="later"))
    assert store.get(KEY) == replace(REPLY, text="later")
    assert store.size()[0] == 1


@given(st.text())
def test_every_text_comes_back_to_the_letter(tmp_path_factory, text):
    """Whatever a model says: quotes, control characters, other scripts, half a surrogate pair."""
    store = LakeReplies(tmp_path_factory.mktemp("r"))
    for said in (text, text + "\ud83d", "\x00\r\n\u2028" + text):
        store.put(KEY, replace(REPLY, text=said))
        assert store.get(KEY) == replace(REPLY, text=said)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b'{"key": "rpl_0"}',
        json.dumps({"key": OTHER, "text": "x"}).encode(),
        json.dumps({"key": KEY, "text": 1}).encode(),
    ],
)
def test_a_damaged_file_is_no_reply_and_is_listed(tmp_path, content):
    """It is asked for again, and the answer mends it."""
    store = LakeReplies(tmp_path)
    store.put(KEY, REPLY)
    store.path(KEY).write_bytes(content)
    assert store.get(KEY) is None
    assert store.damaged() == [store.path(KEY)]
    store.put(KEY, REPLY)
    assert (store.get(KEY), store.damaged()) == (REPLY, [])


def test_a_file_under_another_name_is_no_reply_to_that_question(tmp_path):
    """A copied file answers only the question that it names."""
    store = LakeReplies(tmp_path)
    store.put(KEY, REPLY)
    store.path(OTHER).parent.mkdir(parents=True, exist_ok=True)
    store.path(OTHER).write_bytes(store.path(KEY).read_bytes())
    assert store.get(OTHER) is None


@pytest.mark.parametrize("key", ["", "../../etc/passwd", "rpl_", "rpl_" + "g" * 20, KEY + "/x", "/" + KEY, KEY.upper()])
def test_a_key_that_is_none_of_ours_touches_no_file(tmp_path, key):
    """A key from a file of replies never becomes a path of its own."""
    with pytest.raises(LakeError, match="is no reply key"):
        LakeReplies(tmp_path).put(key, REPLY)
    assert list(tmp_path.iterdir()) == []


def test_a_secret_is_never_written(tmp_path):
    """A model or a proxy that repeats the key writes it into its reply; the file does not hold it."""
    store = LakeReplies(tmp_path, ["", "none", SECRET])
    store.put(KEY, replace(REPLY, text=f"your key {SECRET} is wrong, none of it works"))
    assert SECRET.encode() not in store.path(KEY).read_bytes()
    found = store.get(KEY)
    assert found is not None
    assert found.text == f"your key {REDACTED} is wrong, none of it works"


def test_replies_can_be_listed_measured_and_pruned(tmp_path):
    """In a fixed order; only what is not to be kept goes, and the sum of bytes is told."""
    store = LakeReplies(tmp_path)
    assert (list(store.held()), store.size()) == ([], (0, 0))
    keys = [content_id("rpl_", str(n)) for n in range(20)]
    for key in keys:
        store.put(key, REPLY)
    assert [one.key for one in store.held()] == sorted(keys, key=lambda key: (key[4:6], key))
    assert store.size() == (20, sum(path.stat().st_size for path in tmp_path.rglob("*.json")))
    (store.folder / "zz").mkdir()
    (store.folder / "zz" / "notes.json").write_text("a person's own")
    kept = set(keys[:5])
    assert store.prune(lambda one: one.key in kept)[0] == 15
    assert {one.key for one in store.held()} == kept
    assert (store.folder / "zz" / "notes.json").exists()


WRITER = """
import sys
from pathlib import Path
from core.extract.model.store import StoredReply
from core.ids import content_id
from core.lake.replies import LakeReplies
store, tag = LakeReplies(Path(sys.argv[1])), sys.argv[2]
print("ready", flush=True)
for n in range(int(sys.argv[3])):
    key = content_id("rpl_", str(n % 40))
    store.put(key, StoredReply(f"{tag} {n} " + "x" * 5000, "stop", n, n, tag, "first", "1", "h"))
    print(key, n, flush=True)
"""


def writer(root: Path, tag: str, rounds: int) -> subprocess.Popen[str]:
    """A process that keeps replies, saying after each that it is kept."""
    command = [sys.executable, "-c", WRITER, str(root), tag, str(rounds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).resolve().parents[3])


def test_two_runs_write_the_same_questions_at_once(tmp_path):
    """Each file is one run's or the other's, whole."""
    both = [writer(tmp_path, tag, 200) for tag in ("one", "two")]
    for process in both:
        process.communicate(timeout=60)
        assert process.returncode == 0
    store = LakeReplies(tmp_path)
    replies = [store.get(one.key) for one in store.held()]
    assert len(replies) == 40
    assert all(reply and reply.text.startswith(reply.model) and len(reply.text) > 5000 for reply in replies)
    assert list(tmp_path.rglob("*.tmp")) == []


def test_what_was_put_before_a_kill_is_there_after_it(tmp_path):
    """A process killed in the middle of writing: every reply whose put had returned is whole."""
    process = writer(tmp_path, "one", 100_000)
    assert process.stdout is not None
    said = [process.stdout.readline().split() for _ in range(120)][1:]
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    store = LakeReplies(tmp_path)
    assert store.damaged() == []
    latest = {key: int(n) for key, n in said}
    for key, n in latest.items():
        reply = store.get(key)
        assert reply is not None
        assert reply.input_tokens >= n
