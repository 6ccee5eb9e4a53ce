"""The page: files of `ruche/web`, small enough to be kept in memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import ruche
from ruche.server.wire.refusals import refuse

FOLDER = Path(str(ruche.__file__)).parent / "web"
INDEX = "index.html"
FOR_EVER = "public, max-age=31536000, immutable"  # files whose names change with their contents
ALWAYS_ASK = "no-cache"
TEXTS = ("text/", "application/javascript", "application/json", "application/manifest", "image/svg")
TYPES = {  # some systems know them by other names, or not at all
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    changed: int
    body: bytes
    zipped: bytes | None
    kind: str
    tag: str


class Page:
    """Finds files; any other path is a route of the page, which resolves it itself."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder.resolve()
        self.files: dict[Path, File] = {}

    def file(self, name: str) -> File | None:
        """Return a file of the page, read again if it has changed."""
        path = (self.folder / name).resolve()  # however it is spelled, it is kept once
        try:
            if not path.is_relative_to(self.folder) or not path.is_file():
                return None
        except OSError:  # no file has such a long name
            return None
        changed = path.stat().st_mtime_ns
        known = self.files.get(path)
        if known is None or known.changed != changed:
            known = self.files[path] = load(path, changed)
        return known

    async def show(self, request: Request) -> Response:
        """Answer with a file, or with the page itself."""
        name = request.path_params.get("path", "") or INDEX
        if name.startswith(("api/", "assets/")) and self.file(name) is None:
            raise refuse("not_found")
        found = self.file(name) or self.file(INDEX)
        if found is None:
            raise refuse("not_found")
        keep = FOR_EVER if name.startswith("assets/") else ALWAYS_ASK
        headers = {"cache-control": keep, "etag": found.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == found.tag:
            return Response(status_code=304, headers=headers)
        body = found.body
        if found.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = found.zipped
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=found.kind, headers=headers)


def load(path: Path, changed: int) -> File:
    """Read a file, zipped too if that is worth it."""
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    zipped = gzip.compress(body, mtime=0) if kind.startswith(TEXTS) and len(body) > 1000 else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(changed, body, zipped, kind, tag)
