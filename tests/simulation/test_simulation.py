"""The server under a seeded simulator: real code, fake time, database, network and workers."""

import subprocess
import sys

import pytest
from tests.simulation.mutants import MUTANTS, Mutant
from tests.simulation.scenario import CANCELLED, Plan, run_plan, run_seed
from tests.simulation.secrets import SECRETS, observe

SEEDS = 120
AT_ONCE = 10

# Seeds and plans that failed once, and what was wrong then.
REGRESSIONS = {
    "a commit of unknown outcome was read by a game that had left the memory": Plan(
        3,
        games=2,
        watchers=2,
        seconds=11,
        kept=0,
        faults=[("commits_are_unsure", 8.4, 3.3), ("clock_is_set", 6.4, 4.4)],
    ),
    "a timer let go of its game before it took it again": Plan(
        2,
        games=3,
        watchers=0,
        seconds=6.3,
        kept=0,
        faults=[("disk_is_full", 3.1, 3.6), ("process_stalls", 2.2, 3.6)],
    ),
    "an outage began before the first clock ran, and was not noted": Plan(
        games=1, watchers=0, seconds=6, faults=[("database_is_slow", 1.0, 3.6), ("disk_is_full", 1.2, 3.9)]
    ),
    "a process that stopped had the others count as away": Plan(
        2, seconds=7.5, faults=[("process_is_stopped", 1.5, 3), ("process_is_stopped", 2.75, 1.8)]
    ),
}


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


@pytest.mark.parametrize("name", REGRESSIONS)
def test_what_failed_once_is_mended(name: str) -> None:
    for seed in range(4):
        assert_sound(REGRESSIONS[name], seed)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_that_is_put_back_is_found(name: str) -> None:
    mutant = MUTANTS[name]
    assert any(finds(mutant, seed) for seed in range(10))


def finds(mutant: Mutant, seed: int) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        mutant.put_back(patch)
        problems = run_plan(mutant.plan, seed).problems
    return any(mutant.sign in problem for problem in problems)


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
