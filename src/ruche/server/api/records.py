"""Records over HTTP: read and write, for the analysis board."""

from __future__ import annotations

from ruche.server.wire import records
from ruche.server.wire.calls import call
from ruche.server.wire.messages import FormatView, WriteRecordResponse

MOST_BYTES = 1024 * 1024


@call("GET", "/api/formats", constant=True)
def listing() -> list[FormatView]:
    """List the formats of records; each can be read and written."""
    return records.formats()


@call("POST", "/api/records/read", most_bytes=MOST_BYTES, refuses=(422,))
def read(body: records.ReadRecordRequest) -> records.ReadRecordResponse:
    """Read a record in any format, which is found by how the text begins."""
    return records.read_record(body.text)


@call("POST", "/api/records/import", most_bytes=MOST_BYTES, refuses=(422,), cost=50)
def bring(body: records.ReadRecordRequest) -> records.ImportResponse:
    """Read every game of a file; a game's fault is named with its line, and the others are read."""
    return records.import_records(body.text)


@call("POST", "/api/records/export", most_bytes=MOST_BYTES, refuses=(422,), cost=50)
def export(body: records.ExportRecordsRequest) -> WriteRecordResponse:
    """Write records as one file of PGN, with all that is said of them."""
    return WriteRecordResponse(text=records.export_records(body.records))


@call("POST", "/api/records/write", most_bytes=MOST_BYTES, refuses=(422,))
def write(body: records.WriteRecordRequest) -> WriteRecordResponse:
    """Write a record."""
    return WriteRecordResponse(text=records.write_record(body))
