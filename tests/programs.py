"""Programs of the project that are no modules of the package, loaded as modules."""

import importlib.util
from pathlib import Path
from types import ModuleType


def load_program(path: Path) -> ModuleType:
    """Return a program as a module, without running it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
