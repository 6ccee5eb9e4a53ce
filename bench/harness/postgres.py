"""A PostgreSQL of one's own: a folder, a free port on loopback, gone at the end.

    python -m bench.harness.postgres FOLDER     start one, print its address, run until told to end

PostgreSQL refuses to run as root; there it runs as the user `postgres`, whom Debian's package brings.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

PATIENCE = 60.0
PR_SET_PDEATHSIG = 1
# Everything stays as durable as by default: what is acknowledged must survive `kill -9`.
SETTINGS = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": "60"}


def free_port() -> int:
    """Return a port on loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest version's, or None."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    return versions[-1].parent if versions else None


def end_with_parent() -> None:
    """Have the system end this process, fast, when whoever started it is gone: killed, too."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


class Postgres:
    """A cluster that can be started, stopped and killed."""

    def __init__(
        self, folder: Path, port: int | None = None, settings: Mapping[str, str] | None = None
    ) -> None:
        found = programs()
        assert found is not None, "PostgreSQL is not installed (Debian: apt install postgresql)"
        self.programs = found
        self.data = folder / "postgres"
        self.settings = {**SETTINGS, **(settings or {})}
        self.port = port or free_port()
        self.url = f"postgresql+asyncpg://ruche@127.0.0.1:{self.port}/postgres"
        self.user = "postgres" if os.geteuid() == 0 else None
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        if not self.data.exists():
            self.data.mkdir(mode=0o700)
            if self.user:
                shutil.chown(self.data, self.user)
                for parent in (folder, *folder.parents):  # so that the user can get there
                    if parent.stat().st_uid == os.geteuid() and not parent.stat().st_mode & 0o001:
                        parent.chmod(parent.stat().st_mode | 0o011)
            self._run("initdb", "-D", str(self.data), "-U", "ruche", "-A", "trust", "-E", "UTF8", "--no-sync")

    def _identity(self) -> dict[str, object]:
        if self.user is None:
            return {}
        entry = pwd.getpwnam(self.user)
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **self._identity())  # type: ignore[call-overload]

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self.programs / "postgres"), "-D", str(self.data), "-p", str(self.port), *options]
        self.process = subprocess.Popen(  # type: ignore[call-overload]
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            preexec_fn=end_with_parent,
            **self._identity(),
        )
        deadline = time.monotonic() + PATIENCE
        ready = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready).returncode:
            assert time.monotonic() < deadline, "PostgreSQL did not start"
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT cuts its connections, SIGQUIT ends it at once as a crash does."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def database(self, name: str) -> str:
        """Make an empty database; return its address."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "ruche", name)
        return self.url.rpartition("/")[0] + "/" + name


def main() -> None:
    """Run one until it is told to end."""
    cluster = Postgres(Path(sys.argv[1]).absolute())
    cluster.start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        print(cluster.url, flush=True)
        signal.pause()
    except KeyboardInterrupt:
        pass
    finally:
        cluster.stop()


if __name__ == "__main__":
    main()
