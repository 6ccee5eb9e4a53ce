"""Compile every module that has a `.pxd` beside it, where that is possible; all else is in pyproject.toml.

It takes Cython, a C compiler and Python's headers. The environment variable RUCHE_COMPILE changes it:
`no` leaves all plain Python, `yes` makes it an error if a module cannot be compiled.
"""

import os
import re
import textwrap
import tomllib
import zlib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": True,
    "annotation_typing": False,
    "freethreading_compatible": True,
    "auto_pickle": False,  # what is pickled says how by itself; the rest would only take long to compile
}
# Modules of the server that are compiled as they are, for half the time: Python's own rules for indices hold.
PLAIN = {"ruche.play.clicks", "ruche.server.match.live_position", "ruche.server.wire.position_views"}
# Cython's own code for arrays, in one module: a copy in each would be half of all there is to compile.
SHARED = "ruche.shared"
# Here little would be gained by the highest optimisation, which takes twice as long.
COLD = {
    *PLAIN,
    SHARED,
    "ruche.rules.action",
    "ruche.rules.position",
    "ruche.rules.base_position",
    "ruche.rules.core.likeness",
    "ruche.rules.explain.probe",
    "ruche.engine.proof",
}
COMPILE = os.environ.get("RUCHE_COMPILE", "")
PAGE = Path("src/ruche/web/index.html")
# run.py shows it: pip hides what a build prints.
EXCUSE = Path("build/not-compiled.txt")


def hot_modules() -> list[Extension]:
    """Every module with C types beside it. (`__init__.pxd` only makes a folder known to `cimport`.)"""
    if COMPILE == "no":
        return []
    types = (p for p in Path("src").rglob("*.pxd") if p.stem != "__init__")
    sources = [p for p in (p.with_suffix(".py") for p in types) if p.exists()]
    sources.sort(key=lambda p: -p.stat().st_size)  # the longest first, so that two compilers end together
    modules = [Extension(".".join(p.with_suffix("").parts[1:]), [p.as_posix()]) for p in sources]
    return [Extension(SHARED, []), *modules]


class BuildExt(build_ext):
    """Compile all the hot modules or none, since they share C types; none is slower, not broken."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or 2

    def build_extensions(self) -> None:
        EXCUSE.parent.mkdir(exist_ok=True)
        EXCUSE.unlink(missing_ok=True)
        try:
            self.compile_all()
        except Exception as reason:
            if COMPILE == "yes":
                raise
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            excuse = textwrap.shorten(f"{type(reason).__name__}: {reason}", 200)
            EXCUSE.write_text(excuse + "\n", encoding="utf-8")
            self.warn(f"ruche is not compiled and will be slow ({excuse})")

    def compile_all(self) -> None:
        # Ask the compiler first: translating to C takes seconds, in vain where there is none or no Python.h.
        probe = Path(self.build_temp, "probe.c")
        probe.parent.mkdir(parents=True, exist_ok=True)
        probe.write_text("#include <Python.h>\n", encoding="utf-8")
        self.compiler.compile([str(probe)])
        import Cython
        from Cython.Build import cythonize

        # Cython sees only that a source has changed; another Cython or other directives get another folder.
        settings = zlib.crc32(repr((Cython.__version__, DIRECTIVES, sorted(PLAIN))).encode())
        made = []
        for directives in (DIRECTIVES, DIRECTIVES | {"boundscheck": True, "wraparound": True}):
            made += cythonize(
                [one for one in self.extensions if (one.name in PLAIN) == directives["wraparound"]],
                build_dir=f"build/cython-{settings:08x}",
                compiler_directives=directives,
                shared_utility_qualified_name=SHARED,
                quiet=True,
            )
        in_c = {extension.name: extension.sources for extension in made}
        for extension in self.extensions:
            extension.sources = in_c[extension.name]
            if self.compiler.compiler_type == "msvc":
                extension.extra_compile_args = ["/O2"]
            else:
                # Hot code is made of small functions: gcc is to inline more of them than it would by itself.
                # And it is not to gather scalars in vector registers: for two numbers that takes longer
                # (making a move took 317 instructions instead of 290).
                inline = ["--param=max-inline-insns-auto=100", "--param=max-inline-insns-single=500"]
                hot = ["-O3", *inline, "-fno-tree-slp-vectorize"]
                speed = ["-O1"] if extension.name in COLD else hot
                # No debugging symbols of generated C: they take a fifth of the time and most of the space.
                extension.extra_compile_args = [*speed, "-g0"]
        super().build_extensions()


class BuildPy(build_py):
    """Copy the package as it is now: nothing removed since lives on."""

    def run(self) -> None:
        names = {extension.name for extension in self.distribution.ext_modules or []}
        library = Path(self.build_lib)
        for path in [p for p in library.rglob("*") if p.is_file()]:
            module = ".".join([*path.relative_to(library).parts[:-1], path.name.partition(".")[0]])
            if path.suffix not in {".so", ".pyd"} or module not in names:
                path.unlink()
        super().run()


class BdistWheel(bdist_wheel):
    """Refuse to make a wheel without the page: nobody would notice before opening the browser."""

    def run(self) -> None:
        if not PAGE.exists():
            raise FileNotFoundError(f"{PAGE} is missing: run `npm install && npm run build` in frontend/")
        super().run()


def readme() -> str:
    """Return the readme as a package index shows it: what it links to beside it is where the sources are."""
    with open("pyproject.toml", "rb") as file:
        source = tomllib.load(file)["project"]["urls"]["Source"]
    text = Path("README.md").read_text(encoding="utf-8")
    text = re.sub(r"!\[([^\]]*)\]\((?!\w+:)", rf"![\1]({source}/raw/main/", text)
    return re.sub(r"\]\((?!\w+:)", f"]({source}/blob/main/", text)


setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    ext_modules=hot_modules(),
    cmdclass={"build_ext": BuildExt, "build_py": BuildPy, "bdist_wheel": BdistWheel},
)
