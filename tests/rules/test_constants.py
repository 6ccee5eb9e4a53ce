"""The numbers that compiled code knows are those of the Python modules."""

import importlib
import pkgutil

from ruche.engine import c_constants as engine_constants
from ruche.engine import features
from ruche.rules import facts
from ruche.rules.core import c_constants, codes


def test_the_generated_constants_are_up_to_date() -> None:
    for module in (c_constants, engine_constants):
        assert module.TARGET.read_text(encoding="utf-8") == module.text()


def test_no_name_has_two_values() -> None:
    """A constant's name means one thing in the facts, in the codes of actions and in the features."""
    names = [module.name for module in pkgutil.iter_modules(facts.__path__, "ruche.rules.facts.")]
    found: dict[str, object] = {}
    for module in (*map(importlib.import_module, names), codes, features):
        for name, value in vars(module).items():
            if name.isupper() and not name.startswith("_"):
                assert found.setdefault(name, value) == value, f"{name} in {module.__name__}"
    assert len(found) > 150
