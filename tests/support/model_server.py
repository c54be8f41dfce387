"""A model server as a process of its own: answers every question well after a wait, and keeps a line for each.

It shares the machine with what is measured against it, so it does as little as it can.

``python model_server.py --seconds 0.2 --log FILE`` prints its base URL and serves until it is killed.
"""

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from good_decisions import is_decision, reply
from good_replies import reply_about


async def serve(seconds: float, log: Path) -> None:
    """Serve for ever on a free port."""
    lines = log.open("a", buffering=1)  # each line is on its way when it is written

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                asked = await read_request(reader)
                lines.write(json.dumps(asked["messages"][-1]["content"][-200:]) + "\n")
                until = asyncio.get_running_loop().time() + seconds
                content = asked["messages"][1]["content"]
                answer = response(reply(content) if is_decision(content) else reply_about(content))
                await asyncio.sleep(until - asyncio.get_running_loop().time())
                writer.write(answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0, limit=2**24, backlog=1024)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)  # noqa: T201 - the caller reads it
    await server.serve_forever()


async def read_request(reader: asyncio.StreamReader) -> dict:
    """The JSON body of the next request on a connection."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.partition("content-length:")[2].partition("\r\n")[0])
    return json.loads(await reader.readexactly(length))


def response(text: str) -> bytes:
    """A completion as an HTTP response."""
    message = {"role": "assistant", "content": text}
    body = json.dumps(
        {
            "id": "c1", "object": "chat.completion", "created": 0, "model": "m",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 900, "completion_tokens": 60, "total_tokens": 960},
        }
    ).encode()  # fmt: skip
    return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body) + body


@contextmanager
def model_server(seconds: float, log: Path) -> Iterator[str]:
    """Run the server in a process; the value is its base URL."""
    support = Path(__file__).resolve().parent
    command = [sys.executable, str(support / "model_server.py"), "--seconds", str(seconds), "--log", str(log)]
    environment = {"PYTHONPATH": f"{support.parent.parent}:{support}", "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.kill()


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, required=True)
    options.add_argument("--log", type=Path, required=True)
    chosen = options.parse_args()
    asyncio.run(serve(chosen.seconds, chosen.log))
