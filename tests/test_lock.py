"""The lock files pin all that pyproject.toml asks for; `.ci/lock` refreshes them."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
TO_PLAY = [
    *PROJECT["build-system"]["requires"],
    *PROJECT["project"]["dependencies"],
    *EXTRAS["server"],
    *EXTRAS["png"],
    *EXTRAS["terminal"],
]
TO_TEST = [*EXTRAS["test"], *EXTRAS["envs"]]


def pins(name: str) -> dict[str, list[str]]:
    """The versions a lock file pins, by package; more than one where they depend on the Python."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            package, _, version = line.partition(" ;")[0].strip().partition("==")
            found.setdefault(package, []).append(version)
    return found


def wanted(name: str, requirements: list[str]) -> list[tuple[str, str]]:
    return [(name, text) for text in requirements if Requirement(text).name != "ruche"]


@pytest.mark.parametrize(
    ("lock", "text"), [*wanted("requirements.lock", TO_PLAY), *wanted("requirements-test.lock", TO_TEST)]
)
def test_what_is_asked_for_is_pinned(lock: str, text: str) -> None:
    requirement = Requirement(text)
    versions = pins(lock).get(requirement.name.lower(), [])
    assert versions, f"{requirement.name} is not in {lock}: run .ci/lock"
    assert all(requirement.specifier.contains(version) for version in versions)


def test_playing_and_testing_use_the_same_versions() -> None:
    play, test = pins("requirements.lock"), pins("requirements-test.lock")
    assert {name: play[name] for name in play if name in test} == {
        name: test[name] for name in test if name in play
    }


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_a_lock_names_no_place(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert all(versions != [""] for versions in pins(lock).values())
