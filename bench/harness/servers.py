"""Servers in processes of their own, to be harmed and measured."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
from bench.harness.postgres import free_port

PATIENCE = 180.0
TICK = os.sysconf("SC_CLK_TCK")


class Server:
    """A `ruche serve` on a port that it keeps over restarts."""

    def __init__(
        self, folder: Path, database: str, *options: str, name: str = "server", files: int | None = None
    ) -> None:
        self.folder = folder
        self.database = database
        self.options = options
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.files = files  # how many it may have open
        self.errors = folder / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.environment: dict[str, str] = {}

    def start(self, *, wait: bool = True) -> float:
        """Start it; return the seconds until it was ready."""
        command = [sys.executable, "-m", "ruche", "serve", "--port", str(self.port)]
        command += ["--database", self.database, *self.options]
        begun = time.monotonic()
        with open(self.errors, "ab") as log:
            environment = {**os.environ, "RUCHE_LANG": "en", **self.environment}
            self.process = subprocess.Popen(
                command, stderr=log, env=environment, preexec_fn=self._limit if self.files else None
            )
        while wait and not self.is_ready():
            assert self.process.poll() is None, f"the server ended, see {self.errors}"
            assert time.monotonic() < begun + PATIENCE, f"the server did not start, see {self.errors}"
            time.sleep(0.01)
        return time.monotonic() - begun

    def _limit(self) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.files or 0, self.files or 0))

    def is_ready(self) -> bool:
        """Ask whether it writes."""
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/readyz", timeout=2).status_code == 200
        return False

    def kill(self) -> None:
        """End it at once, as `kill -9` does."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End it as a service manager does; return its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(PATIENCE)
        self.kill()
        return -9

    def children(self, lane: str) -> list[int]:
        """Return the ids of its worker processes in a lane."""
        assert self.process is not None
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        command = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in found}
        return [int(pid) for pid in found if command[pid].endswith(f"\0{lane}\0".encode())]

    def cpu(self) -> float:
        """Return the processor seconds it has used, its workers aside."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """Return the bytes that are its own."""
        assert self.process is not None
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"RssAnon:\s+(\d+)", text)
        assert found is not None
        return int(found[1]) * 1024

    def log(self) -> str:
        """Return what it has said."""
        return self.errors.read_text(encoding="utf-8", errors="replace")
