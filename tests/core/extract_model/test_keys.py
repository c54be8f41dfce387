"""Keys of replies that are paid for: the same question has the same key for ever."""

from scripted_server import chunk_of, talk_of

from core.extract.model.keys import follow_up_key, reply_key
from core.extract.model.policy import AskPolicy
from core.extract.model.shown import shown_of

REPORT = "Volt Typhoon attacked the utility in March. The crew is called Silent Heron.\n\nIt moved to the payroll host."
PARAMETERS = AskPolicy("test/model").parameters


def test_the_key_of_a_document_chunk_never_changes():
    """Another key would make everybody pay again for a corpus that is answered."""
    chunk = chunk_of(REPORT, start=REPORT.index("It moved"))
    assert shown_of(chunk) == {
        "context": {
            "title": "A report",
            "language": "en",
            "names_so_far": ["Volt Typhoon"],
            "just_before": "Volt Typhoon attacked the utility in March. The crew is called Silent Heron.",
        },
        "include_assistant": False,
        "text": "It moved to the payroll host.",
    }
    assert reply_key("test/model", PARAMETERS, "1.0.0", shown_of(chunk)) == "rpl_96fbed172d2ce69f9ff0"


def test_the_key_of_a_transcript_chunk_never_changes():
    """Messages with their numbers, roles and times are part of the question."""
    text, segments = talk_of(("user", "We moved to Oslo."), ("assistant", "Noted."))
    shown = shown_of(chunk_of(text, segments=segments, language="en"))
    assert [message["text"] for message in shown["messages"]] == ["We moved to Oslo.", "Noted."]
    assert reply_key("test/model", PARAMETERS, "1.0.0", shown) == "rpl_e6031b26fbcfc25bea75"


def test_the_keys_of_later_questions_never_change():
    """A repair and a continuation follow from the question before them and its reply."""
    assert follow_up_key("rpl_0123456789abcdef0123", "repair", "no json") == "rpl_c4d94e3539252c9c3321"
    assert follow_up_key("rpl_0123456789abcdef0123", "continue", '{"facts":[') == "rpl_f9591be679d5e7ea2bee"
