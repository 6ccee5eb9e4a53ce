"""The server under a seeded simulator: real code, fake time, database, network and workers."""

import subprocess
import sys

import pytest
from tests.simulation.mutants import MUTANTS
from tests.simulation.scenario import CANCELLED, Plan, run_plan, run_seed
from tests.simulation.secrets import SECRETS, observe
from tests.simulation.stories import STORIES, run_story

SEEDS = 240
AT_ONCE = 15
TRIES = 10  # seeds, one of which has to show a fault that is put back


def assert_sound(plan: Plan, seed: object) -> None:
    world = run_plan(plan, seed)
    assert world.problems == [], f"seed {seed} of {plan}"


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_whatever_goes_wrong_every_promise_is_kept(first: int) -> None:
    """To see what happens in a seed that fails: `python -m tests.simulation --seed N`."""
    failed = {
        seed: world.problems for seed in range(first, first + AT_ONCE) if (world := run_seed(seed)).problems
    }
    assert failed == {}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_that_is_put_back_is_found(name: str) -> None:
    """And without it the same seeds are sound."""
    mutant = MUTANTS[name]
    found = next((seed for seed in range(TRIES) if mutant.is_found(seed)), None)
    assert found is not None
    for seed in {0, 1, found}:
        assert mutant.run(seed).problems == []


@pytest.mark.parametrize("name", STORIES)
def test_every_story_ends_well(name: str) -> None:
    for seed in range(5):
        assert run_story(name, seed).problems == []


SHORT = Plan(games=2, watchers=1, seconds=2.0, types=("Base",), kept=0)


@pytest.mark.parametrize("name", CANCELLED)
def test_whatever_a_visitor_has_begun_may_be_cancelled_at_every_await(name: str) -> None:
    for k in range(1, 9):
        for number in (0, 3, 6):
            assert_sound(Plan(**{**SHORT.__dict__, "cancel": (name, number, k)}), "cancelled")


@pytest.mark.parametrize("how", ["kill_at", "stop_at"])
def test_a_process_may_end_before_any_of_its_steps(how: str) -> None:
    for step in range(7, 400, 17):
        assert_sound(Plan(**{**SHORT.__dict__, "processes": 1 + step % 2, how: step}), "ended")


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize(
    ("processes", "fault"),
    [(1, ""), (1, "process_is_killed"), (2, "sockets_are_cut"), (2, "notices_are_lost")],
)
def test_no_message_tells_what_was_chosen_in_secret(kind: str, processes: int, fault: str) -> None:
    """S1, V0d: byte for byte and to the moment, whatever entry a visitor says to know."""
    secret = SECRETS[kind]
    one, other = (
        observe(f"secret {fault}", secret, choice, processes=processes, fault=fault)
        for choice in secret.choices
    )
    assert one[0].problems == other[0].problems == []
    for name, messages in one[1].before.items():
        assert messages
        assert (messages == other[1].before[name]) == (not name.startswith("white")), name
        assert one[1].after[name] != other[1].after[name], name  # then everybody is told


def test_the_same_seed_is_the_same_world() -> None:
    """In another process too: nothing hangs on addresses or the order of sets."""
    program = (
        "import hashlib; from tests.simulation.scenario import run_seed;"
        "print(hashlib.sha256(chr(10).join(run_seed(11, trace=True).trace).encode()).hexdigest())"
    )
    command = [sys.executable, "-c", program]
    one, other = (
        subprocess.run(command, check=True, capture_output=True, text=True, env=with_hash_seed(seed)).stdout
        for seed in ("1", "2")
    )
    assert one == other


def with_hash_seed(seed: str) -> dict[str, str]:
    import os

    path = os.pathsep.join(part for part in sys.path if part)
    return {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}


def test_any_number_of_seeds_is_run_on_demand() -> None:
    command = [sys.executable, "-m", "tests.simulation", "--seeds", "2", "--jobs", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 seeds in" in done.stdout
    assert "0 failed" in done.stdout
