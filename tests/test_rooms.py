"""The rooms of the house: imports point downward only."""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "ruche"
# From the ground up; a room knows those before it. `ruche` is the face of the library, its public names.
ROOMS = [
    "version",
    "words",
    "rules",
    "notation",
    "render",
    "ruche",
    "engine",
    "uhp",
    "players",
    "arena",
    "training",
    "play",
    "teaching",
    "server",
    "envs",
    "terminal",
    "cli",
]
# A notebook asks the position itself for its picture (`_repr_svg_`), which is drawn upstairs, when asked for.
# The face of the library names the rooms that are there after `import ruche`, and loads them when asked for.
EXCEPTIONS = {
    ("ruche.rules.position", "ruche.render"),
    ("ruche", "ruche.engine"),
    ("ruche", "ruche.envs"),
    ("ruche", "ruche.uhp"),
}
FILES = sorted([*SOURCE.rglob("*.py"), *SOURCE.rglob("*.pxd")])


def room(module: str) -> str:
    """The room of a module: `ruche.rules.core.hive` lives in `rules`, `ruche.Position` in the face."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "ruche"


def name_of(path: Path) -> str:
    """The dotted name of a source file."""
    parts = ["ruche", *path.relative_to(SOURCE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> set[str]:
    """Every module and name of ruche that a file imports, wherever in the file it does."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".pxd":
        return set(re.findall(r"^\s*(?:from|cimport)\s+(ruche[\w.]*)", text, re.MULTILINE))
    package = name_of(path).split(".")[: None if path.stem == "__init__" else -1]
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return {module for module in found if module.split(".")[0] == "ruche"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_point_downward(path: Path) -> None:
    if path.name == "__main__.py":
        return  # it starts the program, from the highest room
    mine = room(name_of(path))
    known = {module for importer, module in EXCEPTIONS if importer == name_of(path)}
    found = imports(path) - known
    upward = sorted(module for module in found if ROOMS.index(room(module)) > ROOMS.index(mine))
    assert not upward, f"{name_of(path)} ({mine}) reaches up to {upward}"


def test_every_folder_is_a_room() -> None:
    folders = {path.parent.relative_to(SOURCE).parts[0] for path in SOURCE.glob("*/*.py")}
    assert folders <= set(ROOMS)


def test_the_terminal_knows_no_server() -> None:
    found = {module for path in (SOURCE / "terminal").rglob("*.py") for module in imports(path)}
    assert "play" in {room(module) for module in found}
    assert "server" not in {room(module) for module in found}


# What each folder of the server may use of the others, from the ground up: always of those before it.
SERVER = {
    "match": {"match"},
    "work": {"work"},
    "process": {"process"},
    "store": {"match", "process", "store"},
    "studies": {"store", "studies"},
    "live": {"match", "work", "process", "store", "live"},
    "wire": {"match", "work", "store", "studies", "live", "wire"},
    "admission": {"process", "wire", "admission"},
    "api": {"match", "work", "store", "studies", "live", "wire", "admission", "api", "context"},
    "worker": {"work", "wire", "api", "worker"},
}
# What puts the folders together; of that, handlers know the parts of the server that their request came to.
ABOVE = {"app", "context", "generate", "routing", "seat_key", "service"}
OUTSIDE = {
    "asyncio",
    "msgspec",
    "sqlalchemy",
    "starlette",
    "time",
}  # a pure match needs none of them


@pytest.mark.parametrize("folder", SERVER)
def test_folders_of_the_server_point_downward(folder: str) -> None:
    files = list((SOURCE / "server" / folder).glob("*.py"))
    used = {module.split(".")[2] for path in files for module in imports(path) if room(module) == "server"}
    assert used <= SERVER[folder]
    order = list(SERVER)
    assert SERVER[folder] - ABOVE <= set(order[: order.index(folder) + 1])


def test_every_folder_of_the_server_has_its_place() -> None:
    server = SOURCE / "server"
    assert {path.parent.name for path in server.glob("*/*.py")} == set(SERVER)
    assert {path.stem for path in server.glob("*.py")} == ABOVE | {"__init__"}


def test_a_match_is_pure() -> None:
    for path in (SOURCE / "server" / "match").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not OUTSIDE & set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)), path.name


def test_words_know_nobody() -> None:
    assert not imports(SOURCE / "words" / "__init__.py")
    assert not imports(SOURCE / "version.py")


def test_the_test_sees_an_import_upward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "SOURCE", tmp_path)
    module = tmp_path / "rules" / "hive.py"
    module.parent.mkdir()
    module.write_text("def f():\n    from ruche.engine import search\n    from ..uhp.server import serve\n")
    assert imports(module) == {"ruche.engine.search", "ruche.uhp.server.serve"}
    with pytest.raises(AssertionError, match="reaches up to"):
        test_imports_point_downward(module)
