"""The end-to-end tests: each file's RUN lines are its test. Run them with ./dev test, or

    lit-22 build/test --filter=legacy-shuffle
"""

import glob
import os
import shutil
import subprocess
import sys

import lit.formats

sys.path.append(os.path.join(os.path.dirname(config.test_source_root), "utils"))
import cuda_toolkit
import kept_tests

config.name = "coopify"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".cpp", ".txt", ".test"]
config.excludes = ["Inputs", "unit", "gpu", "CMakeLists.txt"]


def find_old_nvcc():
    """The nvcc of a CUDA 11, for GPUs that newer ones do not know, and None where there is none."""
    if os.environ.get("CUDA_PATH") == "embedded":  # as on a machine without any
        return None
    places = [os.environ.get("COOPIFY_CUDA11"), "/usr/lib/nvidia-cuda-toolkit"]
    for root in filter(None, places + sorted(glob.glob("/usr/local/cuda-11*"))):
        nvcc = os.path.join(root, "bin", "nvcc")
        if os.access(nvcc, os.X_OK):
            version = subprocess.run([nvcc, "--version"], stdout=subprocess.PIPE, text=True).stdout
            if "release 11." in version:
                return nvcc
    return None


def find_disassembler(*compilers):
    """An nvdisasm beside one of the compilers, or on PATH."""
    beside = [os.path.join(os.path.dirname(c), "nvdisasm") for c in compilers if c]
    found = [path for path in beside if os.access(path, os.X_OK)]
    return found[0] if found else shutil.which("nvdisasm")


def tool(name):
    return os.path.join(config.llvm_bin, name)


coopify = os.path.join(config.coopify_bin, "coopify")
python = sys.executable + " -S"  # hundreds of them start, and none needs site-packages
module = os.path.join(config.coopify_lib, "CoopifyTidyModule.so")
toolkit, nvcc = cuda_toolkit.find()
nvcc11 = find_old_nvcc()
disassembler = find_disassembler(nvcc11, nvcc)  # of old GPUs, if any

# %{coopify} is what tests should use: the same headers on every machine.
config.substitutions += [
    ("%{migrate}", " ".join([python, os.path.join(config.test_source_root, "migrate.py"),
                             coopify])),
    ("%{coopify}", coopify + " --cuda-path=embedded"),
    ("%coopify", coopify),
    ("%clang-tidy", tool("clang-tidy") + " --load=" + module),
    ("%clang-apply-replacements", tool("clang-apply-replacements")),
    # A HIP unit as the compiler has it: `%{hip}=gfx90a --cuda-device-only FILE`.
    ("%{hip}", " ".join([
        tool("clang++"), "-x hip -nogpuinc -nogpulib -w -std=c++17 -S -o /dev/null",
        "-I" + os.path.join(os.path.dirname(config.test_source_root), "lib/Frontend/embedded/hip"),
        "-include coopify_hip_prelude.h",
        "-idirafter " + os.path.join(os.path.dirname(config.test_source_root), "runtime/include"),
        "--offload-arch"])),
    ("%clang", tool("clang++")),
    ("%FileCheck", tool("FileCheck")),
    ("%split-file", tool("split-file")),
    ("%lit", tool("lit")),
    ("%not", tool("not")),
    ("%python", python),
    ("%{exits}", os.path.join(config.test_source_root, "exits.sh")),
    ("%{semantics}", " ".join([python,
                               os.path.join(config.test_source_root, "semantics", "semantics.py"),
                               os.path.dirname(config.coopify_bin)])),
    ("%{build}", os.path.dirname(config.coopify_bin)),
    ("%{source}", os.path.dirname(config.test_source_root)),
]

build, source = (os.path.dirname(path) for path in (config.coopify_bin, config.test_source_root))
# For the folders most of whose tests do not run coopify.
config.of_the_machine = kept_tests.KeptTests(
    [os.path.join(source, place) for place in ("runtime", "lib/Frontend/embedded", "test/runtime",
                                               "test/simt", "test/gpu/barriers", "test/lit.cfg.py")] +
    [os.path.join(build, place) for place in ("bin/simtcc", "lib/CoopifySimtPass.so",
                                              "runtime/simt/libcoopify-simt.a")],
    list(filter(None, [tool("clang++"), "g++", nvcc, nvcc11, disassembler])),
    os.path.join(build, "test", "kept", cuda_toolkit.digest()), coopify)
if os.path.realpath(build) == os.path.join(os.path.realpath(source), "build"):
    config.available_features.add("dev-build")  # what ./dev would build is what is tested
if os.path.exists(module) and os.path.exists(tool("clang-tidy")):
    config.available_features.add("clang-tidy")
if os.path.exists(tool("clang-apply-replacements")):
    config.available_features.add("clang-apply-replacements")
if os.path.exists(tool("clang-query")):
    config.available_features.add("clang-query")
if toolkit:
    config.available_features.add("cuda-toolkit")
    config.substitutions.append(("%cuda-toolkit", toolkit))
if shutil.which("ninja"):
    config.available_features.add("ninja")
if all(shutil.which(program) for program in ("dpkg-deb", "dpkg-shlibdeps", "file")):
    config.available_features.add("dpkg-dev")
if shutil.which("unshare") and not subprocess.run(["unshare", "-m", "true"],
                                                  stderr=subprocess.DEVNULL).returncode:
    config.available_features.add("own-mounts") # as root
if shutil.which("bear"):
    config.available_features.add("bear")
if shutil.which("pre-commit"):
    config.available_features.add("pre-commit")
if not subprocess.run([sys.executable, "-c", "import setuptools"], stderr=subprocess.DEVNULL).returncode:
    config.available_features.add("setuptools")
if shutil.which("zsh"):
    config.available_features.add("zsh")
if shutil.which("fish"):
    config.available_features.add("fish")
if shutil.which("mandoc"):
    config.available_features.add("mandoc")
if all(shutil.which(program) for program in ("sbatch", "slurmctld", "slurmd", "munged")):
    config.available_features.add("slurm")
if shutil.which("chromium"):
    config.available_features.add("chromium")
if shutil.which("g++"):
    config.available_features.add("g++")
if nvcc11: # before %nvcc, which is its beginning
    config.available_features.add("nvcc-11")
    config.substitutions.append(("%nvcc-11", nvcc11 + " -ccbin g++ -allow-unsupported-compiler"))
if disassembler:
    config.available_features.add("nvdisasm")
    config.substitutions.append(("%nvdisasm", disassembler))
if nvcc:
    config.available_features.add("nvcc")
    config.substitutions.append(("%nvcc", nvcc))

# Tests run with what was looked at above: CUDA_PATH=embedded hides the toolkit from all of them.
for variable in ("CUDA_PATH", "CUDA_HOME", "CUDA_ROOT", "COOPIFY_SARIF_SCHEMA"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
# python3 is the interpreter of lit: one that pyenv selects takes 0.4 s to start, and hundreds do.
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_bin, os.path.dirname(sys.executable), os.environ["PATH"]])
# Whatever is wrong on purpose is found by the fifth schedule at the latest; ./dev test --all asks for more.
config.environment["SEMANTICS_SEEDS"] = lit_config.params.get("semantics_seeds", "40")
# One folder of precompiled preludes for all tests, and none of them in the user's.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache", cuda_toolkit.digest())
# The build folder may lie in a git work tree; a test is in one only if it makes it.
config.environment["GIT_CEILING_DIRECTORIES"] = config.test_exec_root
config.environment["GIT_CONFIG_GLOBAL"] = os.devnull
config.environment["GIT_CONFIG_SYSTEM"] = os.devnull
for variable in ("AUTHOR", "COMMITTER"):
    config.environment["GIT_%s_NAME" % variable] = "A Tester"
    config.environment["GIT_%s_EMAIL" % variable] = "tester@example.org"
