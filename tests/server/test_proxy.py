"""Behind nginx, set up as `docs/operating/proxy.md` says."""

import contextlib
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from bench.harness.postgres import free_port
from tests.server.helpers import Served, run, serving, wait_until
from tests.server.sockets import Live
from tests.waiting import PATIENCE
from websockets.asyncio.client import connect

DOCS = Path(__file__).parents[2] / "docs" / "operating" / "proxy.md"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
HOST = "hive.example"
OPTIONS = ("--allow-host", HOST, "--forwarded-allow", "127.0.0.1")
DEAR = "/api/archive.pgn"  # whoever asks for it with a full account has nothing left for a minute and more


def documented(server: Served, folder: Path, port: int) -> str:
    """The configuration in the documentation, for ports and files of the test's own."""
    found = re.search(r"```nginx\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    text = found[1].replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = re.sub(r"/etc/letsencrypt/live/\S+/(\w+\.pem)", rf"{folder}/\1", text)
    text = text.replace("http://127.0.0.1:8460", server.url)
    places = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
    return f"{main} http {{ {places} access_log off; {text} }}"


@contextlib.contextmanager
def nginx(server: Served, folder: Path) -> Iterator[int]:
    """A proxy with a certificate before a server; yields its port."""
    port = free_port()
    folder.mkdir()
    certificate = ("-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem")
    request = (
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        f"/CN={HOST}",
        *certificate,
    )
    subprocess.run(request, check=True, capture_output=True)
    (folder / "nginx.conf").write_text(documented(server, folder, port), encoding="utf-8")
    assert NGINX is not None
    process = subprocess.Popen([NGINX, "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"])
    try:
        wait_until(lambda: process.poll() is not None or (folder / "pid").exists())
        assert process.poll() is None, (folder / "error.log").read_text()
        yield port
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def visitor(port: int, address: str = "127.0.0.1", **headers: str) -> Iterator[httpx.Client]:
    """Somebody who comes from an address of this machine."""
    transport = httpx.HTTPTransport(verify=False, local_address=address)
    with httpx.Client(
        transport=transport,
        base_url=f"https://127.0.0.1:{port}",
        headers={"host": HOST, **headers},
        timeout=PATIENCE,
    ) as client:
        yield client


@pytest.mark.skipif(NGINX is None or shutil.which("openssl") is None, reason="needs nginx and openssl")
def test_behind_nginx(sqlite_file: Path, tmp_path: Path) -> None:
    options = (*OPTIONS, "--address-budget", "10")  # and a hundred saved up
    with serving(sqlite_file, *options) as server, nginx(server, tmp_path / "nginx") as port:
        with visitor(port, origin=f"https://{HOST}") as page:
            body = {"type": "Base", "opponent": {"kind": "screen"}}
            made = page.post("/api/games", json=body)
            assert made.status_code == 201, made.text
            assert page.get("/").status_code == 200
            for path in ("/metrics", "/api/figures"):
                assert page.get(path).status_code == 403
        with visitor(port, origin="https://evil.example") as foreign:
            assert foreign.post("/api/games", json=body).status_code == 403
        run(play_over_a_socket(port, made.json()))
        with visitor(port, "127.0.0.3") as greedy:
            assert greedy.get(DEAR).status_code == 200
            assert greedy.get("/api/games").status_code == 429
            assert greedy.get("/api/games", headers={"x-forwarded-for": "203.0.113.9"}).status_code == 429
        with visitor(port, "127.0.0.2") as other:
            assert other.get("/api/games").status_code == 200


async def play_over_a_socket(port: int, made: dict[str, object]) -> None:
    """Follow a game through the proxy, and act."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    address = f"wss://{HOST}/api/games/{made['id']}/live"
    origin = {"origin": f"https://{HOST}"}
    async with connect(
        address, host="127.0.0.1", port=port, ssl=trusting, additional_headers=origin
    ) as socket:
        seats = made["seats"]
        assert isinstance(seats, dict)
        live = Live(socket)
        await live.send("hello", seats=",".join(seats.values()), after=None)
        await live.changed()
        assert (await live.request("play", seq=0, action="wG1"))["event"] == "done"


def test_a_household_behind_a_proxy_has_one_budget(sqlite_file: Path) -> None:
    """The proxy is named: it tells apart IPv6 networks, not the addresses in them."""

    def status(address: str, path: str = "/api/games") -> int:
        return server.client.get(path, headers={"x-forwarded-for": address}).status_code

    with serving(sqlite_file, *OPTIONS, "--address-budget", "1") as server:
        assert status("2001:db8::1", DEAR) == 200
        assert status("2001:db8::1") == 429
        assert status("2001:db8::ffff:1") == 429
        assert status("2001:db8:0:1::1") == 200
