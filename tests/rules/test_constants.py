"""The numbers that compiled code knows are those of the Python modules."""

from ruche.engine import c_constants as engine_constants
from ruche.rules.core import c_constants


def test_the_generated_constants_are_up_to_date() -> None:
    for module in (c_constants, engine_constants):
        assert module.TARGET.read_text(encoding="utf-8") == module.text()


def test_no_name_has_two_numbers() -> None:
    found: dict[str, int] = {}
    for module in c_constants.MODULES:
        for name, value in c_constants.numbers(module):
            assert found.setdefault(name, value) == value, name
    assert len(found) > 40
