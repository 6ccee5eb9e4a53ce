"""Texts in the user's language."""

import codecs
import re
import sys

from ruche import words

SIMPLE = {"’": "'", "«": '"', "»": '"', "œ": "oe", "Œ": "OE"}


def say(key: str, **values: object) -> str:
    """Return a text in the user's language, its `{names}` filled in."""
    return words.say(key, words.language(), **values)


def translate_metavars(text: str) -> str:
    """Translate what stands for arguments: the words in capitals, such as FILE, that `metavar` has."""
    known = {key.partition(".")[2] for key in words.keys() if key.startswith("metavar.")}  # noqa: SIM118

    def translate(found: re.Match[str]) -> str:
        name = found[0].lower()
        return say(f"metavar.{name}") if name in known else found[0]

    return re.sub(r"\b[A-Z]{2,}\b", translate, text)


def simplify_output() -> None:
    """Let terminals and files with an old encoding show texts in simpler signs, such as a plain space."""
    codecs.register_error("ruche.simplify", _simplify)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and codecs.lookup(stream.encoding).name != "utf-8":
            reconfigure(errors="ruche.simplify")


def _simplify(error: UnicodeError) -> tuple[str, int]:
    """Return what to write for signs that an encoding lacks."""
    import unicodedata

    assert isinstance(error, UnicodeEncodeError)
    text = "".join(SIMPLE.get(sign, sign) for sign in error.object[error.start : error.end])
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return plain or "?", error.end
