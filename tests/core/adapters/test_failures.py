"""SDK errors as typed failures, and keys kept out of what is shown."""

import pytest

from core.adapters.failures import failure_of
from core.adapters.redaction import redactor, shown_error

NOW = "Mon, 02 Mar 2026 10:00:00 GMT"


class _Response:
    def __init__(self, headers):
        self.headers = headers


class _StatusError(Exception):
    def __init__(self, status, message="x", headers=None):
        super().__init__(message)
        self.status_code = status
        self.response = _Response(headers or {})


STATUS = [
    (400, "bad_request"),
    (401, "auth"),
    (403, "auth"),
    (404, "bad_request"),
    (408, "timeout"),
    (409, "server_error"),
    (413, "input_too_long"),
    (418, "bad_request"),
    (422, "bad_request"),
    (429, "rate_limited"),
    (500, "server_error"),
    (502, "server_error"),
    (529, "server_error"),
]


@pytest.mark.parametrize(("status", "kind"), STATUS)
def test_each_status_has_its_failure(status, kind):
    """Also one that nobody has heard of."""
    failure = failure_of(_StatusError(status), str, "m at here")
    assert failure.kind == kind
    assert f"m at here: HTTP {status}" in str(failure)


WAITS = [
    ({"retry-after": "12"}, 12.0),
    ({"retry-after": "0.5"}, 0.5),
    ({"retry-after-ms": "250"}, 0.25),
    ({"retry-after": "Mon, 02 Mar 2026 10:01:30 GMT", "date": NOW}, 90.0),
    ({"retry-after": "Mon, 02 Mar 2026 09:00:00 GMT", "date": NOW}, 0.0),
    ({"retry-after": "Mon, 02 Mar 2026 10:01:30 GMT"}, None),
    ({"retry-after": "soon"}, None),
    ({"retry-after": "-3"}, None),
    ({}, None),
]


@pytest.mark.parametrize(("headers", "seconds"), WAITS)
def test_retry_after_is_read_in_all_its_forms(headers, seconds):
    """A number, milliseconds, or a date against the response's own; nothing else is believed."""
    assert failure_of(_StatusError(429, headers=headers), str, "m").retry_after == seconds


def test_unknown_trouble_on_the_line_is_the_servers():
    """It may be asked again; a call that the SDK does not take may not."""
    assert failure_of(OSError("reset"), str, "m").kind == "server_error"
    assert failure_of(TypeError("no such argument"), str, "m").kind == "bad_request"
    assert failure_of(TimeoutError(), str, "m").kind == "timeout"
    assert failure_of(ConnectionRefusedError("x"), str, "m").kind == "refused_connection"


def test_only_the_given_secrets_leave_a_reply():
    """What looks like a key may be an indicator that a report is about."""
    redact = redactor(["sk-mine-123456", "none", ""])
    assert redact("sk-mine-123456 sk-theirs-98765432 none") == "[redacted] sk-theirs-98765432 none"


def test_errors_show_nothing_like_a_key():
    """Known or not, in one short line."""
    text = shown_error("bad key sk-abcdefghijk\nand Bearer abcdefghijkl " + "x" * 900, redactor([]))
    assert text.startswith("bad key [redacted] and [redacted] x")
    assert len(text) <= 300
