#!/usr/bin/env python3
"""Set up ruche in .venv beside this file, the first time and after a change, and run it.

    python3 run.py                     play in the browser
    python3 run.py test [ARGS]         run the tests; ARGS go to pytest
    python3 run.py test --pure [ARGS]  run them uncompiled, straight from src/
    python3 run.py check               what a commit must pass, in two minutes: lint, types, the quick tests
    python3 run.py ARGS                the command `ruche ARGS`, for instance `python3 run.py uhp`

Only Python's standard library is needed, and pip; not even a C compiler, though ruche is far faster with one.
Nothing is written to standard output here: it belongs to the command that is run. What is written to standard
error is in src/ruche/words/LANGUAGE/run.toml.
"""

from __future__ import annotations

import hashlib
import os
import sys

# Imports beyond these wait until something must be set up: a UHP engine is started often.

ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, *(("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")))
DONE = os.path.join(VENV, "ruche-done.txt")
EXCUSE = os.path.join(ROOT, "build", "not-compiled.txt")  # written by setup.py if it could not compile
LOCK, TEST_LOCK, PACKAGE, VERSION = "requirements.lock", "requirements-test.lock", "package", "python"
WORDS = os.path.join(ROOT, "src", "ruche", "words")
CHECKS = (  # in the order of what they cost
    ("lint", ["ruff", "check", "."]),
    ("format", ["ruff", "format", "--check", "."]),
    ("types", ["mypy"]),
    ("generated files and quick tests", ["pytest", "-q", "--quick"]),
)


def main(arguments: list[str]) -> None:
    """Set up what these arguments need, then become the program they ask for."""
    if sys.version_info < (3, 11):
        raise leave("old_python", version=sys.version.split()[0])
    checking = arguments == ["check"]
    testing = arguments[:1] == ["test"]
    pure = testing and arguments[1:2] == ["--pure"]
    parts = [LOCK, TEST_LOCK] if testing or checking else [LOCK]
    wanted = {VERSION: sys.implementation.cache_tag} | {part: digest([part]) for part in parts}
    if not pure:
        wanted[PACKAGE] = digest(["pyproject.toml", "setup.py", "src"]) + tools()
    if not wanted.items() <= done().items():
        try:
            set_up(wanted)
        except KeyboardInterrupt:
            raise leave("interrupted") from None
    if not testing and not checking:
        become(["-m", "ruche", *(arguments or ["serve", "--open"])])
    os.chdir(ROOT)
    if checking:
        check()
    if pure:
        os.environ["PYTHONPATH"] = os.path.join(ROOT, "src")
    become(["-m", "pytest", *arguments[2 if pure else 1 :]])


def become(arguments: list[str]) -> None:
    """Hand over to the Python of .venv. (-P: a folder named ruche where the user stands is not ours.)"""
    command = [PYTHON, "-P", *arguments]
    if sys.platform == "win32":  # where exec gives the prompt back before the program ends
        import subprocess

        sys.exit(subprocess.call(command))
    os.execv(PYTHON, command)


def check() -> None:
    """Run every check, stopping at the first that fails."""
    import subprocess

    for name, command in CHECKS:
        print("ruche: " + name, file=sys.stderr, flush=True)
        if subprocess.run([PYTHON, "-P", "-m", *command]).returncode:
            raise leave("failed", name=name)
    sys.exit()


def digest(names: list[str]) -> str:
    """Sum up the contents of these files and folders, leaving out what is made from them."""
    total = hashlib.sha256()
    for name in names:
        top = os.path.join(ROOT, name)
        paths = [top]
        if os.path.isdir(top):
            paths = [os.path.join(folder, file) for folder, _, files in os.walk(top) for file in files]
        for path in sorted(paths):
            if "__pycache__" not in path and ".egg-info" not in path:
                with open(path, "rb") as file:
                    content = file.read()
                total.update(f"{os.path.relpath(path, ROOT)} {len(content)}\n".encode() + content)
    return total.hexdigest()


def tools() -> str:
    """Return what a build that could not compile had at hand: with more, it is tried again."""
    if not os.path.exists(EXCUSE):
        return ""
    import shutil
    import sysconfig

    compilers = [name for name in ("cc", "gcc", "clang", "cl") if shutil.which(name)]
    headers = os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))
    return "-without-" + ",".join([*compilers, *(["headers"] if headers else [])])


def done() -> dict[str, str]:
    """Read which parts of the set-up are finished, and from what; nothing if there is none to rely on."""
    try:
        with open(DONE, encoding="utf-8") as file:
            return dict(line.split() for line in file) if os.path.exists(PYTHON) else {}
    except OSError:
        return {}


def record(parts: dict[str, str]) -> None:
    """Write which parts are finished, in one step: who reads it meanwhile sees the old or the new."""
    with open(DONE + ".new", "w", encoding="utf-8") as file:
        file.writelines(f"{part} {sum_}\n" for part, sum_ in parts.items())
    os.replace(DONE + ".new", DONE)


def set_up(wanted: dict[str, str]) -> None:
    """Bring .venv to what is wanted, one process at a time. A part counts as done once it is done wholly."""
    os.makedirs(os.path.join(ROOT, "build"), exist_ok=True)
    with open(os.path.join(ROOT, "build", "set-up.lock"), "w", encoding="utf-8") as lock:
        take(lock.fileno())
        have = done()
        if have.get(VERSION) != wanted[VERSION] or LOCK not in have:
            say("setting_up")
            clear()
            create()
            have = {VERSION: wanted[VERSION]}
        stale = [part for part in wanted if have.get(part) != wanted[part]]
        locks = [part for part in stale if part.endswith(".lock")]
        if stale:
            have = {part: have[part] for part in have if part not in stale}
            record(have)
        if locks:
            say("installing")
            pip(*(word for part in locks for word in ("-r", os.path.join(ROOT, part))))
            have |= {part: wanted[part] for part in locks}
            record(have)
        if PACKAGE in stale:
            say("building")
            if os.path.exists(EXCUSE):  # of an earlier build
                os.remove(EXCUSE)
            pip("--no-deps", "--no-build-isolation", "--force-reinstall", ROOT)
            have[PACKAGE] = wanted[PACKAGE].partition("-")[0] + tools()
            record(have)
            warn_if_slow()


def clear() -> None:
    """Leave an empty .venv marked as ours, whatever was half done; one that is not ours stays untouched."""
    import shutil

    if os.path.exists(VENV):
        if not os.path.exists(DONE):
            raise leave("not_ours", folder=VENV)
        old = os.path.join(ROOT, "build", "old-venv")
        shutil.rmtree(old, ignore_errors=True)
        os.replace(VENV, old)  # in one step, since removing it may be interrupted
        shutil.rmtree(old, ignore_errors=True)
    os.mkdir(VENV)
    record({})


def take(lock: int) -> None:
    """Wait until no other process is setting up; the system releases the lock however this one ends."""
    if sys.platform == "win32":
        import msvcrt

        while True:
            try:
                return msvcrt.locking(lock, msvcrt.LK_LOCK, 1)
            except OSError:  # it waits ten seconds at most
                say("waiting")
    import fcntl

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("waiting")
        fcntl.flock(lock, fcntl.LOCK_EX)


def host() -> str:
    """Find the Python that makes .venv: this one, unless it is .venv's own."""
    inside = os.path.realpath(sys.prefix) == os.path.realpath(VENV)
    return str(getattr(sys, "_base_executable", sys.executable)) if inside else sys.executable


def has(module: str) -> bool:
    """Say whether the host's Python has a module."""
    import subprocess

    return subprocess.run([host(), "-c", "import " + module], stderr=subprocess.DEVNULL).returncode == 0


def create() -> None:
    """Make .venv. Debian's Python cannot put pip into it, but its own pip can work from outside."""
    import subprocess

    if not has("venv"):
        raise leave("no_venv")
    if not has("pip") and not has("ensurepip"):
        raise leave("no_pip")
    subprocess.run([host(), "-m", "venv", *(["--without-pip"] if has("pip") else []), VENV], check=True)


def pip(*arguments: str) -> None:
    """Install into .venv, talking on standard error only."""
    import subprocess

    command = [host(), "-m", "pip", "--python", PYTHON] if has("pip") else [PYTHON, "-m", "pip"]
    quiet = ["-qq", "--no-input", "--disable-pip-version-check", "--no-warn-script-location"]
    if subprocess.run([*command, "install", *quiet, *arguments], stdout=sys.stderr).returncode:
        raise leave("no_set_up")


def warn_if_slow() -> None:
    """Pass on why the build could not compile, since pip does not."""
    try:
        with open(EXCUSE, encoding="utf-8") as file:
            reason = file.read().strip()
    except FileNotFoundError:
        return
    say("slow", reason=reason)
    say("speed")


def sentence(key: str, **values: str) -> str:
    """Return a text in the user's language, in English if that lacks it."""
    names = (os.environ.get(name) for name in ("RUCHE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    code = next(filter(None, names), "").partition(".")[0].partition("@")[0].replace("_", "-").lower()
    own = texts(code)
    while code and not own:  # fr-ca, then fr
        code = code.rpartition("-")[0]
        own = texts(code)
    return "ruche: " + {**texts("en"), **own}[key].format(**values)


def texts(language: str) -> dict[str, str]:
    """Read a language's texts for this program, a plain line each: an old Python has no parser for more."""
    try:
        with open(os.path.join(WORDS, language, "run.toml"), encoding="utf-8") as file:
            lines = [line.strip().partition(" = ") for line in file]
    except OSError:
        return {}
    return {key: text.strip('"') for key, _, text in lines if text}


def say(key: str, **values: str) -> None:
    """Tell the user what goes on."""
    encoding = sys.stderr.encoding or "ascii"
    text = sentence(key, **values).encode(encoding, "replace").decode(encoding)
    print(text, file=sys.stderr, flush=True)


def leave(key: str, **values: str) -> SystemExit:
    """Say why it cannot go on; return what ends it."""
    say(key, **values)
    return SystemExit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
