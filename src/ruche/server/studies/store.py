"""Where studies are kept, and how two who write at the same time both keep what they wrote.

A save names the versions that its writer had seen (`bases`). The new version takes the place of those of
them that nobody has replaced meanwhile; where another version stands beside it then, both are kept and shown,
and a later save that names both takes the place of both. Nothing is ever merged. What was replaced keeps its
row without the document for a while, so that a save that is sent again is known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ruche.server.store.database import Database
from ruche.server.store.schema import studies, study_versions
from ruche.server.studies.document import StoredStudy, decode, encode
from ruche.words.errors import LocalizedError

MOST_STUDIES = 500  # of one maker
MOST_TOTAL = 64 * 1024 * 1024  # bytes of one maker
MOST_VERSIONS = 8  # of one study that stand beside each other
KEPT_REQUESTS = 100  # versions of a study that are remembered after they were replaced


class StudyRefusalError(LocalizedError):
    """A study cannot be read or changed."""

    area = "refused"


@dataclass(frozen=True)
class StudyRow:
    """A study in the list of its maker."""

    id: str
    title: str
    chapters: int
    nodes: int
    made: float
    changed: float
    versions: int


@dataclass(frozen=True)
class StudyVersion:
    """A version that nobody has replaced."""

    number: int
    at: float
    text: str

    @property
    def study(self) -> StoredStudy:
        """What it holds; raises `UnreadableStudyError`."""
        return decode(self.text)


@dataclass(frozen=True)
class KeptStudy:
    """A study with all versions that stand beside each other, the newest last."""

    id: str
    maker: str
    generation: int
    versions: list[StudyVersion]


class StudyText(NamedTuple):
    """A study as it is stored, and what the list shows of it."""

    text: str
    title: str
    chapters: int
    nodes: int


def text_of(study: StoredStudy) -> StudyText:
    """Write a study as it is stored."""
    return StudyText(encode(study), study.title, len(study.chapters), study.nodes)


class SaveRequest(NamedTuple):
    """A save: what is written, on top of which versions, the request's id and the digest of its body."""

    id: str
    document: StudyText
    bases: Sequence[int]
    request: str
    digest: str
    at: float


def maker_of(token: str) -> str:
    """Return by what a maker is known: a digest, so that the database cannot give the token away."""
    return hashlib.sha256(f"maker {token}".encode()).hexdigest()


class StudyStore:
    """The studies in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def listing(self, maker: str) -> list[StudyRow]:
        """Return the studies of a maker, the last changed first."""
        query = (
            sa.select(studies)
            .where(studies.c.maker == maker)
            .order_by(studies.c.changed.desc(), studies.c.id)
        )
        beside = (
            sa.select(study_versions.c.study, sa.func.count().label("versions"))
            .where(study_versions.c.document.is_not(None))
            .group_by(study_versions.c.study)
            .subquery()
        )
        query = query.add_columns(beside.c.versions).join(beside, beside.c.study == studies.c.id)

        def look(connection: Connection) -> list[StudyRow]:
            return [
                StudyRow(row.id, row.title, row.chapters, row.nodes, row.made, row.changed, row.versions)
                for row in connection.execute(query)
            ]

        return await self.database.read(look)

    async def get(self, study: str) -> KeptStudy | None:
        """Return a study."""
        found = await self.database.read(lambda connection: _rows_of(connection, study))
        if found is None:
            return None
        row, versions = found
        return KeptStudy(
            row.id,
            row.maker,
            row.generation,
            [StudyVersion(one.number, one.at, one.document) for one in versions],
        )

    async def save(self, save: SaveRequest, maker: str | None) -> list[int]:
        """Write a version and return those that stand beside each other, it among them.

        Only a maker can make a study that is not there; whether others may write is for the caller to check.
        Raises `StudyRefusalError`.
        """
        return await self.database.write(lambda connection: _save(connection, save, maker))

    async def renew(self, study: str) -> int:
        """Make the links void that let others write; return the generation of the next ones."""

        def change(connection: Connection) -> int:
            with connection.begin():
                row = sa.update(studies).where(studies.c.id == study)
                connection.execute(row.values(generation=studies.c.generation + 1))
                there = sa.select(studies.c.generation).where(studies.c.id == study)
                return int(connection.execute(there).scalar_one())

        return await self.database.write(change)

    async def delete(self, study: str) -> None:
        """Delete a study with all its versions."""

        def delete(connection: Connection) -> None:
            with connection.begin():
                connection.execute(sa.delete(study_versions).where(study_versions.c.study == study))
                connection.execute(sa.delete(studies).where(studies.c.id == study))

        await self.database.write(delete)


def _rows_of(
    connection: Connection, study: str
) -> tuple[sa.Row[tuple[object, ...]], Sequence[sa.Row[tuple[object, ...]]]] | None:
    row = connection.execute(sa.select(studies).where(studies.c.id == study)).first()
    if row is None:
        return None
    query = (
        sa.select(study_versions)
        .where(study_versions.c.study == study, study_versions.c.document.is_not(None))
        .order_by(study_versions.c.number)
    )
    return row, connection.execute(query).all()


def _save(connection: Connection, save: SaveRequest, maker: str | None) -> list[int]:
    with connection.begin():
        # The row is written first: whoever else saves this study waits until we are done.
        touched = connection.execute(
            sa.update(studies).where(studies.c.id == save.id).values(changed=save.at)
        ).rowcount
        if not touched:
            if maker is None:
                raise StudyRefusalError("no_study")
            _make(connection, save, maker)
        known = _versions(connection, save.id)
        if any(row.request == save.request and row.digest != save.digest for row in known):
            raise StudyRefusalError("request_reused")
        if not any(row.request == save.request for row in known):
            _append(connection, save, known)
        return [row.number for row in _versions(connection, save.id) if row.stands]


def _make(connection: Connection, save: SaveRequest, maker: str) -> None:
    """Add a study, if its maker has room for one more."""
    mine = studies.c.maker == maker
    query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(studies.c.size), 0)).where(mine)
    count, size = connection.execute(query).one()
    if count >= MOST_STUDIES or size + len(save.document.text) > MOST_TOTAL:
        raise StudyRefusalError("too_many_studies", most=MOST_STUDIES, mib=MOST_TOTAL // 1024**2)
    row = {"id": save.id, "maker": maker, "generation": 0, "made": save.at, "changed": save.at}
    connection.execute(sa.insert(studies), {**row, **_index_of(save.document)})


def _versions(connection: Connection, study: str) -> Sequence[sa.Row[tuple[int, str, str, bool]]]:
    stands = study_versions.c.document.is_not(None).label("stands")
    columns = (study_versions.c.number, study_versions.c.request, study_versions.c.digest, stands)
    query = sa.select(*columns).where(study_versions.c.study == study).order_by(study_versions.c.number)
    return connection.execute(query).all()


def _append(
    connection: Connection, save: SaveRequest, known: Sequence[sa.Row[tuple[int, str, str, bool]]]
) -> None:
    number = known[-1].number + 1 if known else 1
    beside = [row for row in known if row.stands and row.number not in save.bases]
    if len(beside) >= MOST_VERSIONS:
        raise StudyRefusalError("too_many_versions", most=MOST_VERSIONS)
    mine = study_versions.c.study == save.id
    replaced = sa.update(study_versions).where(mine, study_versions.c.number.in_(list(save.bases)))
    connection.execute(replaced.values(document=None))
    row = {"study": save.id, "number": number, "at": save.at, "document": save.document.text}
    connection.execute(sa.insert(study_versions), {**row, "request": save.request, "digest": save.digest})
    old = sa.delete(study_versions).where(mine, study_versions.c.number < number - KEPT_REQUESTS)
    connection.execute(old.where(study_versions.c.document.is_(None)))
    index = sa.update(studies).where(studies.c.id == save.id)
    connection.execute(index.values(**_index_of(save.document)))


def _index_of(document: StudyText) -> dict[str, object]:
    """Return what the list shows of a study."""
    return {
        "title": document.title,
        "chapters": document.chapters,
        "nodes": document.nodes,
        "size": len(document.text),
    }
