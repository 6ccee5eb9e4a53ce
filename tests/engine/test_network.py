"""Files of networks: written and read again, and refused with a sentence when something is wrong."""

from pathlib import Path

import pytest

from ruche import words
from ruche.engine.network_file import (
    SHIPPED,
    NetworkError,
    about_network,
    read_network,
    shipped_network,
    write_network,
)


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    network, again = shipped_network(), tmp_path / "again.nnue"
    write_network(again, network, {"games": 3})
    copy = read_network(again)
    for name in ("weights", "psqt", "biases", "output"):
        assert list(getattr(copy, name)) == list(getattr(network, name))
    assert copy.output_bias == network.output_bias
    assert about_network(again)["games"] == 3


def test_the_shipped_network_is_small_and_says_where_it_comes_from() -> None:
    assert SHIPPED.stat().st_size < 1_500_000
    about = about_network(SHIPPED)
    assert about["games"] > 0
    assert about["positions"] > about["games"]


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("no_network", lambda data: b"GIF89a" + data),
        ("newer", lambda data: data.replace(b"ruche network 1", b"ruche network 2")),
        ("other_features", lambda data: data.replace(b'"features": ', b'"features": 1')),
        ("damaged", lambda data: data[:-100]),
        ("damaged", lambda data: data.replace(b'"crc32": ', b'"crc32": 1')),
        ("damaged", lambda data: data.replace(b'"crc32": ', b'"crc32" ')),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, kind: str, change) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "wrong.nnue"
    path.write_bytes(change(SHIPPED.read_bytes()))
    with pytest.raises(NetworkError, match=r"wrong\.nnue") as caught:
        read_network(path)
    assert caught.value.kind == kind
    assert all("wrong.nnue" in caught.value.say(language) for language in words.LANGUAGES)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match=r"none\.nnue"):
        read_network(tmp_path / "none.nnue")
