"""Write the reference from the docstrings, a page a room.

It reads the sources, so that it tells the same whether they are compiled or not.
"""

from __future__ import annotations

import ast
import html
import inspect
import re
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "ruche"
# Pages: the title, what it is about, and the modules on it with the names that are public there; none: all.
PAGES: dict[str, tuple[str, str, dict[str, list[str]]]] = {
    "ruche": (
        "ruche: the game",
        "What `import ruche` gives.",
        {
            "rules/position.py": ["Position"],
            "rules/action.py": ["Action"],
            "rules/facts/game_type.py": ["GameType", "GameTypeError"],
            "rules/facts/pieces.py": ["Piece"],
            "rules/facts/bugs.py": ["Bug", "bug_of_letter", "Ability", "Aura"],
            "rules/facts/hexes.py": ["Hex"],
            "rules/facts/colours.py": ["Colour"],
            "rules/facts/action_kinds.py": ["ActionKind"],
            "rules/outcome.py": ["Outcome", "EndReason", "GameState"],
            "rules/explain/reasons.py": ["Reason", "ReasonKind"],
            "rules/errors.py": [],
            "rules/position_text.py": ["PositionTextError"],
            "rules/set_up.py": ["set_up", "SetUp"],
            "rules/set_up_checks.py": ["SetUpError"],
            "rules/last_turn.py": ["LastTurnEvent", "EventKind"],
        },
    ),
    "records": (
        "ruche: records",
        "How to use them is told in [records](../how-to/records.md).",
        {
            "notation/game.py": ["Game", "Node"],
            "notation/annotations.py": [
                "Annotations",
                "Evaluation",
                "Judgement",
                "BetterLine",
                "Arrow",
                "ArrowColour",
            ],
            "notation/records.py": ["read_games", "read_headers", "Headers", "write_game"],
            "notation/errors.py": ["RecordError", "Remark"],
            "notation/diagram.py": ["read_diagram", "Diagram", "DiagramError"],
            "notation/diagram_drawing.py": ["draw_diagram"],
            "notation/claims.py": ["problems", "blocks"],
        },
    ),
    "render": (
        "ruche.render",
        "See also [pictures](../how-to/pictures.md).",
        {
            "render/__init__.py": [],
            "render/vector.py": ["svg", "CommonLook", "Look"],
            "render/raster.py": ["png"],
            "render/terminal.py": ["text"],
            "render/animation.py": ["film", "strip"],
            "render/poster.py": ["poster"],
        },
    ),
    "engine": (
        "ruche.engine",
        "The machine.",
        {
            "engine/__init__.py": [],
            "engine/limits.py": [],
            "engine/score.py": ["Score"],
            "engine/transposition.py": ["TranspositionTable"],
            "stop_flag.py": [],
            "engine/levels.py": ["Level", "LEVELS"],
        },
    ),
    "uhp": (
        "ruche.uhp",
        "See also [engines and the arena](../how-to/engines.md).",
        {
            "uhp/bot.py": ["UhpBot"],
            "uhp/client.py": ["UhpEngine", "EngineError"],
            "uhp/async_client.py": ["AsyncUhpEngine"],
            "uhp/answers.py": ["EngineInfo", "EngineOption"],
            "uhp/options.py": ["Option"],
        },
    ),
    "envs": (
        "ruche.envs",
        "See also [learning](../how-to/learning.md).",
        {
            "envs/environment.py": [],
            "envs/observation.py": ["Encoder"],
            "envs/numbering.py": ["Numbering"],
        },
    ),
    "words": ("ruche.words", "Every sentence a player reads.", {"words/__init__.py": []}),
}
# Methods for the rooms upstairs and for the rules themselves; a user of the library needs none of them.
INTERNAL = {
    *("add_comment", "anchor", "become", "commands", "coordinates", "draw", "faces_text", "held", "hex_of"),
    *("honeycombo_state", "id_of", "occurrences", "pieces_of", "play_parsed", "second_faces", "side_bits"),
    *("spoken", "stamp", "take_over", "with_code", "written_faces"),
}
# Attributes of the same sort.
INTERNAL_ATTRIBUTES = {
    *("actions", "repetition_keys", "end", "laid", "hidden", "child_ids", "read_as", "hex_by_cell"),
}


def module_page(name: str) -> str:
    """Return a page as Markdown."""
    title, about, modules = PAGES[name]
    parts = [f"# {title}", about]
    for path, names in modules.items():
        tree = ast.parse((SOURCE / path).read_text(encoding="utf-8"))
        dotted = "ruche." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if not names:
            parts.append(f"## {dotted}")
            parts.append(text(ast.get_docstring(tree)))
        parts += [
            describe(node, tree, dotted, "##" if names else "###")
            for node in tree.body
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and is_wanted(node.name, names)
        ]
    return "\n\n".join(part for part in parts if part) + "\n"


def is_wanted(name: str, names: list[str]) -> bool:
    """Tell whether a name belongs on the page."""
    return name in names if names else not name.startswith("_")


def describe(node: ast.stmt, tree: ast.Module, dotted: str, heading: str) -> str:
    """Return what there is to say of a class or a function."""
    if isinstance(node, ast.ClassDef):
        parts = [f"{heading} `{node.name}`", place("class", node.name, dotted), text(ast.get_docstring(node))]
        bases = [ast.unparse(base) for base in node.bases if ast.unparse(base) in homes()]
        if bases:
            parts.append(f"It has all that {', '.join(map(code, bases))} has.")
        start = next(
            (
                one
                for one in node.body
                if isinstance(one, ast.FunctionDef) and one.name in ("__init__", "__new__")
            ),
            None,
        )
        if start is not None:
            parts.append(code(f"{node.name}{signature(start, method=True)}"))
        fields = [*fields_of(node, tree), *attributes(start)]
        shown = [
            f"{ast.unparse(one.target).removeprefix('self.')}: {ast.unparse(one.annotation)}"
            for one in fields
        ]
        parts.append("\n".join(f"- {code(one)}" for one in shown))
        parts += [
            member(one, node.name, heading + "#")
            for one in [*inherited(node, tree), *node.body]
            if isinstance(one, ast.FunctionDef)
            and not one.name.startswith("_")
            and one.name not in INTERNAL
            and ast.get_docstring(one)
        ]
        return "\n\n".join(part for part in parts if part)
    assert isinstance(node, ast.FunctionDef)
    return (
        f"{heading} `{node.name}`\n\n{place('function', node.name, dotted)}\n\n"
        f"{code(node.name + signature(node))}\n\n{text(ast.get_docstring(node))}"
    )


def inherited(node: ast.ClassDef, tree: ast.Module) -> list[ast.stmt]:
    """Return the members of bases in other modules of ruche that have no place of their own here."""
    bases = {ast.unparse(base) for base in node.bases} - set(homes())
    found: list[ast.stmt] = []
    for one in tree.body:
        if isinstance(one, ast.ImportFrom) and bases & {alias.name for alias in one.names}:
            path = SOURCE.parent / f"{(one.module or '').replace('.', '/')}.py"
            if path.exists():
                body = ast.parse(path.read_text(encoding="utf-8")).body
                classes = [each for each in body if isinstance(each, ast.ClassDef) and each.name in bases]
                found += [each for base in classes for each in base.body]
    return found


def fields_of(node: ast.ClassDef, tree: ast.Module) -> list[ast.AnnAssign]:
    """Return the fields of a class, and of a private base in the same module."""
    bases = {ast.unparse(base) for base in node.bases}
    private = [
        one for one in tree.body if isinstance(one, ast.ClassDef) and one.name in bases and one.name[0] == "_"
    ]
    return [one for each in (*private, node) for one in each.body if isinstance(one, ast.AnnAssign)]


def attributes(start: ast.FunctionDef | None) -> list[ast.AnnAssign]:
    """Return the public attributes that a class gives a type where it begins."""
    assigned = [one for one in (start.body if start is not None else []) if isinstance(one, ast.AnnAssign)]
    names = {ast.unparse(one.target).removeprefix("self."): one for one in assigned}
    return [one for name, one in names.items() if name[0] != "_" and name not in INTERNAL_ATTRIBUTES]


@cache
def exported() -> set[str]:
    """Return what `import ruche` gives."""
    for node in ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def place(kind: str, name: str, dotted: str) -> str:
    """Say where a name is to be imported from."""
    return f"*{kind} in `{'ruche' if name in exported() else dotted}`*"


def member(node: ast.FunctionDef, owner: str, heading: str) -> str:
    """Return what there is to say of a method or a property, under an anchor such as `position-play`."""
    is_value = any(ast.unparse(one).endswith(("property", "cached_property")) for one in node.decorator_list)
    returns = f": {ast.unparse(node.returns)}" if node.returns is not None else ""
    shown = node.name + (returns if is_value else signature(node, method=True))
    anchor = f"{owner}-{node.name}".lower()
    return f"{heading} `{node.name}` {{ #{anchor} }}\n\n{code(shown)}\n\n{text(ast.get_docstring(node))}"


@cache
def homes() -> dict[str, str]:
    """Return where each class of the reference is described."""
    found = {}
    for page, (_, _, modules) in PAGES.items():
        for path, names in modules.items():
            for node in ast.parse((SOURCE / path).read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and is_wanted(node.name, names):
                    found[node.name] = f"{page}.html#{node.name.lower()}"
    return found


def code(shown: str) -> str:
    """Return code in which every class leads to its description."""
    escaped = (
        html.escape(shown, quote=False).replace("|", "&#124;").replace("_", "&#95;").replace("*", "&#42;")
    )

    def link(match: re.Match[str]) -> str:
        home = homes().get(match[0])
        return match[0] if home is None else f'<a href="{home}">{match[0]}</a>'

    return f"<code>{re.sub(r'[A-Z][A-Za-z]+', link, escaped)}</code>"


def signature(node: ast.FunctionDef, *, method: bool = False) -> str:
    """Return the arguments and what comes back."""
    arguments = ast.unparse(node.args)
    if method:
        arguments = arguments.partition(", ")[2]
    back = f" -> {ast.unparse(node.returns)}" if node.returns is not None and node.name[0] != "_" else ""
    return f"({arguments}){back}"


def text(docstring: str | None) -> str:
    """Return a docstring as Markdown: examples and drawings become blocks."""
    if not docstring:
        return ""
    # what `inspect.signature` reads of a compiled class comes before two dashes
    docstring = inspect.cleandoc(docstring.rpartition("\n--\n\n")[2])
    out: list[str] = []
    block = ""  # how the block that is open ends
    for line in docstring.replace("::\n", ":\n").splitlines():
        wanted = "pycon" if line.startswith((">>>", "...")) or (block == "pycon" and line) else ""
        wanted = wanted or ("text" if line.startswith("    ") or (block == "text" and not line) else "")
        if wanted != block:
            if block:
                out.append("```")
            if wanted:
                out += ["", f"```{wanted}"]
            block = wanted
        out.append(line)
    if block:
        out.append("```")
    return "\n".join(out)


def write(folder: Path) -> None:
    """Write all pages."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["# Reference", "", "From the docstrings of the sources, a page a room.", ""]
    for name, (title, about, _) in PAGES.items():
        (folder / f"{name}.md").write_text(module_page(name), encoding="utf-8")
        lines.append(f"- [{title}]({name}.md). {about}")
    (folder / "index.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
