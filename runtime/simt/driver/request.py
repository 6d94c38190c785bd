"""What is asked of simtcc, as one value."""

import dataclasses
import os
import re


class Refused(Exception):
    """What simtcc cannot do, and says so."""


@dataclasses.dataclass
class Source:
    path: str
    language: str  # cuda, object, or one that clang knows by this name


@dataclasses.dataclass
class Request:
    sources: list = dataclasses.field(default_factory=list)
    output: str = None
    folder: str = ""  # of outputs that are not named
    stage: str = "link"  # or compile, preprocess, device-link, library, device-only
    arch: str = "700"
    archs: list = dataclasses.field(default_factory=list)  # all that were asked for
    warp_size: str = "32"
    joins: str = "source"
    standard: str = None
    relocatable: bool = False
    refusals: dict = dataclasses.field(default_factory=dict)  # of a stage, why
    openmp: bool = False
    shared: list = dataclasses.field(default_factory=list)  # flags of all compilations
    host: list = dataclasses.field(default_factory=list)  # of host code
    link: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)  # what was dropped that means something


LANGUAGES = {
    "cuda": (".cu",),
    "c++": (".cpp", ".cc", ".cxx", ".C", ".c++", ".cp", ".CPP"),
    "c": (".c",),
    "assembler": (".s",),
    "assembler-with-cpp": (".S", ".sx"),
    "object": (".o", ".a", ".so", ".obj", ".lo"),
}
# A header that is compiled first is none here; its object is empty.
NAMES_OF_LANGUAGES = {"cu": "cuda", "cuda": "cuda", "c++": "c++", "c": "c", "none": None,
                      "c++-header": "c++", "c-header": "c", "assembler": "assembler",
                      "assembler-with-cpp": "assembler-with-cpp"}


def arch_of(name):
    """What __CUDA_ARCH__ is: 700 of sm_70, compute_70, 70 and 700; 1000 of sm_100."""
    found = re.fullmatch(r"(sm_|compute_|lto_)?(\d+)[a-z]*", name.strip("\"'[] "))
    if not found:  # native, all, all-major
        return None
    return found[2] + ("0" if found[1] or len(found[2]) < 3 else "")


def language_of(path):
    extension = os.path.splitext(path)[1]
    for language, extensions in LANGUAGES.items():
        if extension in extensions:
            return language
    if ".so." in os.path.basename(path):
        return "object"
    raise Refused("%s: neither source nor object; -x says what it is" % path)
