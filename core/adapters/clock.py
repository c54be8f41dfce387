"""The clock of a running process, as the extraction engine wants it."""

import asyncio
import time


class RunningClock:
    """Real time: never goes back, and sleeping lets other tasks work."""

    def now(self) -> float:
        """Return seconds of the process's monotonic clock."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""
        await asyncio.sleep(seconds)
