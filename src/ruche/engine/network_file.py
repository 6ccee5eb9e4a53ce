"""The file of a network: what it is made of, where it comes from, and how it is read.

1. A line with `ruche network` and the version of the format.
2. A line of JSON: `features` (`features.FINGERPRINT`), `width`, `crc32` of the numbers, and where the network
   comes from: games, positions, and by family its error on openings that it had not seen and what a score is
   worth (`calibration.py`).
3. The numbers, little-endian, compressed by zlib: weights and psqt of the feature transformer, its biases,
   the weights and the bias of the output layer. `psqt` and the last bias are 32 bits wide, the others 16;
   `network.py` says what they mean.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from functools import cache
from pathlib import Path
from typing import Any

from ruche.engine import features
from ruche.engine.network import WIDTH, Network
from ruche.words.errors import LocalizedError

SHIPPED = Path(__file__).with_name("network.nnue")
MAGIC = "ruche network"
VERSION = 1
# Type code and count of each array of numbers, in order.
LAYOUT = (
    ("h", features.FEATURES * WIDTH),
    ("i", features.FEATURES),
    ("h", WIDTH),
    ("h", 2 * WIDTH),
    ("i", 1),
)


class NetworkError(LocalizedError):
    """A file of a network that cannot be used."""

    area = "network"


@cache
def shipped_network() -> Network:
    """Return the network that ships with the program."""
    return read_network(SHIPPED)


def write_network(path: Path, network: Network, about: dict[str, Any]) -> None:
    """Write a network with where it comes from, whole or not at all."""
    columns = (network.weights, network.psqt, network.biases, network.output, [network.output_bias])
    numbers = b"".join(
        little_endian(array(code, values[:count])).tobytes()
        for (code, count), values in zip(LAYOUT, columns, strict=True)
    )
    header = {"features": features.FINGERPRINT, "width": WIDTH, "crc32": zlib.crc32(numbers), **about}
    part = path.with_name(path.name + ".part")
    head = f"{MAGIC} {VERSION}\n{json.dumps(header, ensure_ascii=False)}\n"
    part.write_bytes(head.encode() + zlib.compress(numbers, 9))
    part.replace(path)


def read_network(path: Path) -> Network:
    """Read a network; raise `NetworkError` if it is missing, damaged, newer or for other features."""
    return network_of(_bytes_of(path), path)


def network_of(data: bytes, path: Path) -> Network:
    """Return the network of a file that has been read; raise `NetworkError` as `read_network` does."""
    header, packed = _split(data, path)
    if header.get("features") != features.FINGERPRINT or header.get("width") != WIDTH:
        raise NetworkError("other_features", file=path)
    try:
        numbers = zlib.decompress(packed)
    except zlib.error:
        raise NetworkError("damaged", file=path) from None
    columns = []
    begin = 0
    for code, count in LAYOUT:
        column = array(code)
        end = begin + count * column.itemsize
        column.frombytes(numbers[begin:end])
        columns.append(little_endian(column))
        begin = end
    if zlib.crc32(numbers) != header.get("crc32") or begin != len(numbers):
        raise NetworkError("damaged", file=path)
    weights, psqt, biases, output, output_bias = columns
    return Network(weights, psqt, biases, output, output_bias[0])


def about_network(path: Path) -> dict[str, Any]:
    """Return the header of a file: where a network comes from."""
    return _split(_bytes_of(path), path)[0]


def _bytes_of(path: Path) -> bytes:
    """Read a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise NetworkError("missing", file=path, error=error.strerror) from None


def _split(data: bytes, path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the header of a file and its packed numbers."""
    magic, _, rest = data.partition(b"\n")
    head, _, packed = rest.partition(b"\n")
    name, _, version = magic.decode("ascii", "replace").rpartition(" ")
    if name != MAGIC or not version.isdigit():
        raise NetworkError("no_network", file=path)
    if int(version) > VERSION:
        raise NetworkError("newer", file=path, version=version, known=VERSION)
    try:
        return dict(json.loads(head)), packed
    except (ValueError, TypeError):
        raise NetworkError("damaged", file=path) from None


def little_endian(column: array[int]) -> array[int]:
    """Return numbers in the order of bytes that the file has."""
    if sys.byteorder == "big":
        column.byteswap()
    return column
