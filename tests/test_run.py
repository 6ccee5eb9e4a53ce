"""run.py, tried for real on a project as small as can be, which needs neither network nor compiler."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.programs import load_program

from ruche import words

ROOT = Path(__file__).parent.parent
HOST = str(getattr(sys, "_base_executable", sys.executable))
BACKEND = '''
"""Builds the project as it lies there: a wheel is a zip file."""
import os, zipfile

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    if os.path.exists("broken"):
        raise SystemExit("this build is broken")
    info, name = "ruche-0.1.dist-info", "ruche-0.1-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w") as wheel:
        for file in os.listdir("src/ruche"):
            if file.endswith(".py"):
                wheel.write("src/ruche/" + file, "ruche/" + file)
        wheel.writestr(info + "/METADATA", "Metadata-Version: 2.1\\nName: ruche\\nVersion: 0.1\\n")
        wheel.writestr(info + "/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "/RECORD", "")
    if os.path.exists("slow"):
        os.makedirs("build", exist_ok=True)
        open("build/not-compiled.txt", "w").write("no compiler here")
    return name
'''


def load_run() -> Any:
    """run.py itself, as a module."""
    return load_program(ROOT / "run.py")


def has(module: str) -> bool:
    return (
        subprocess.run([HOST, "-c", f"import {module}"], stderr=subprocess.DEVNULL, check=False).returncode
        == 0
    )


pytestmark = pytest.mark.skipif(
    not has("venv") or not (has("pip") or has("ensurepip")), reason="this Python can install nothing: no pip"
)


class Project:
    """A folder with run.py and a package `ruche` that prints its arguments."""

    def __init__(self, folder: Path):
        self.folder = folder
        (folder / "src" / "ruche").mkdir(parents=True)
        shutil.copy(ROOT / "run.py", folder)
        for language in ("en", "fr"):
            words = Path("src", "ruche", "words", language)
            (folder / words).mkdir(parents=True)
            shutil.copy(ROOT / words / "run.toml", folder / words)
        self.write(
            "pyproject.toml",
            '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
        )
        self.write("backend.py", BACKEND)
        self.write("setup.py", "")
        self.write("requirements.lock", "# nothing\n")
        self.write("requirements-test.lock", "# nothing more\n")
        self.write("src/ruche/__init__.py", "")
        self.write("src/ruche/__main__.py", "import sys; print('ruche', *sys.argv[1:])\n")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    def say(self, key: str, language: str) -> str:
        """What run.py says to a user of a language."""
        command = [HOST, "-c", f"import run; print(run.sentence({key!r}))"]
        outside = {**os.environ, "RUCHE_LANG": language, "PYTHONIOENCODING": "utf-8"}
        said = subprocess.run(
            command, cwd=self.folder, env=outside, stdout=subprocess.PIPE, encoding="utf-8", check=True
        )
        return said.stdout.strip()

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        command = [HOST, str(self.folder / "run.py"), *arguments]
        outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=outside
        )

    def run(self, *arguments: str) -> tuple[str, str]:
        process = self.start(*arguments)
        out, err = process.communicate()
        return out, err


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Set up once, by two at once: neither disturbs the other, both arrive."""
    project = Project(tmp_path_factory.mktemp("a folder"))
    both = [project.start("uhp", "--option"), project.start("perft")]
    answers = [process.communicate() for process in both]
    assert [out for out, _ in answers] == ["ruche uhp --option\n", "ruche perft\n"], answers
    errors = "".join(err for _, err in answers)
    assert errors.count("building ruche") == 1, errors
    return project


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_its_texts_are_read_as_toml_reads_them(language: str) -> None:
    """It reads them without a parser, line by line."""
    file = ROOT / "src" / "ruche" / "words" / language / "run.toml"
    assert load_run().texts(language) == tomllib.loads(file.read_text(encoding="utf-8"))["run"]


def test_every_text_is_there_and_used() -> None:
    source = (ROOT / "run.py").read_text(encoding="utf-8")
    asked = set(re.findall(r'(?:say|leave)\("(\w+)"', source))
    assert asked == set(load_run().texts("en"))


def test_it_speaks_the_language_of_the_user(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write("src/ruche/words/qx/run.toml", '[run]\nbuilding = "§building"\n')
    assert project.say("building", "fr_CA.UTF-8") == "ruche: construction de ruche"
    assert project.say("building", "qx") == "ruche: §building"
    assert project.say("installing", "qx") == project.say("installing", "C")  # English, where it lacks a text


def test_an_old_python_is_told_in_the_language_of_the_user(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = load_run()
    monkeypatch.setattr(run.sys, "version_info", (3, 8))
    monkeypatch.setenv("RUCHE_LANG", "fr")
    with pytest.raises(SystemExit):
        run.main(["uhp"])
    assert "Python 3.11" in capsys.readouterr().err


def test_the_second_run_is_silent_and_passes_the_arguments_on(project: Project) -> None:
    assert project.run("show", "Base+MLP", "--json") == ("ruche show Base+MLP --json\n", "")


def test_without_arguments_the_game_opens(project: Project) -> None:
    assert project.run() == ("ruche serve --open\n", "")


def test_a_changed_source_is_installed_again_and_only_that(project: Project) -> None:
    before = (project.folder / "src/ruche/__main__.py").read_text(encoding="utf-8")
    project.write("src/ruche/__main__.py", before.replace("'ruche'", "'a newer ruche'"))
    assert project.run("uhp") == ("a newer ruche uhp\n", "ruche: building ruche\n")
    assert project.run("uhp") == ("a newer ruche uhp\n", "")
    project.write("src/ruche/__main__.py", before)
    assert project.run("uhp") == ("ruche uhp\n", "ruche: building ruche\n")


def test_a_failed_set_up_is_told_and_taken_up_again(project: Project) -> None:
    project.write("src/ruche/more.py", "")
    project.write("broken", "")
    out, err = project.run("uhp")
    assert out == ""
    assert "this build is broken" in err
    assert err.splitlines()[-1].startswith("ruche: set-up failed")
    (project.folder / "broken").unlink()
    assert project.run("uhp") == ("ruche uhp\n", "ruche: building ruche\n")


def test_an_interrupted_beginning_is_begun_anew(project: Project) -> None:
    (project.folder / ".venv" / "ruche-done.txt").write_text("", encoding="utf-8")
    (project.folder / ".venv" / "half-done").touch()
    out, err = project.run("uhp")
    assert out == "ruche uhp\n"
    assert "setting up .venv" in err
    assert not (project.folder / ".venv" / "half-done").exists()


def test_another_environment_of_that_name_is_left_alone(tmp_path: Path) -> None:
    project = Project(tmp_path)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "precious").touch()
    out, err = project.run("uhp")
    assert out == ""
    assert "was not made by run.py: move it away first" in err
    assert (tmp_path / ".venv" / "precious").exists()


def test_a_build_that_could_not_compile_is_told_once(project: Project) -> None:
    project.write("slow", "")
    project.write("src/ruche/even_more.py", "")
    _, err = project.run("uhp")
    assert "plain Python, much slower (no compiler here)" in err
    assert project.run("uhp") == ("ruche uhp\n", "")


def test_once_there_is_a_compiler_it_is_built_again(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("slow", "")
    project.write("src/ruche/yet_more.py", "")
    assert "much slower" in project.run("uhp")[1]
    (project.folder / "slow").unlink()
    assert project.run("uhp") == ("ruche uhp\n", "")  # nothing has come that could compile
    compiler = tmp_path / "cl.exe"  # with this ending Windows finds it, too
    for path in (compiler, compiler.with_suffix("")):
        path.write_text("")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    out, err = project.run("uhp")
    assert out == "ruche uhp\n"
    assert "building ruche" in err
    assert "slower" not in err
    assert "compiler" not in err
    assert project.run("uhp") == ("ruche uhp\n", "")


def test_tests_run_compiled_or_from_the_sources(project: Project) -> None:
    """pytest is not installed in this little project: a module of that name tells what it is given."""
    site = next((project.folder / ".venv").glob("[Ll]ib/**/site-packages"))
    (site / "pytest.py").write_text(
        "import ruche, sys; print(ruche.__file__, *sys.argv[1:])", encoding="utf-8"
    )
    installed, *arguments = project.run("test", "-k", "ant")[0].split()[-3:]
    assert "site-packages" in installed
    assert arguments == ["-k", "ant"]
    pure = project.run("test", "--pure", "-x")[0]
    assert pure == f"{project.folder}/src/ruche/__init__.py -x\n".replace("/", str(Path("/")))


def test_check_runs_every_check_and_stops_at_the_first_that_fails(project: Project) -> None:
    """Modules named like the tools tell that they were run; one of them fails."""
    site = next((project.folder / ".venv").glob("[Ll]ib/**/site-packages"))
    for tool in ("ruff", "mypy", "pytest"):
        (site / f"{tool}.py").write_text("import sys; print('ran', *sys.argv[1:])", encoding="utf-8")
    out, err = project.run("check")
    assert out.splitlines() == ["ran check .", "ran format --check .", "ran", "ran -q --quick"]
    (site / "mypy.py").write_text("raise SystemExit(1)", encoding="utf-8")
    out, err = project.run("check")
    assert out.splitlines() == ["ran check .", "ran format --check ."]
    assert err.splitlines()[-1] == "ruche: check failed: types"
