"""What options mean to who makes a program: simple ones. The others are command_line.py's."""

import options
from request import Refused

VALUE = object()  # stands for the option's
CODE_OF_GPUS = {"ptx": "PTX", "cubin": "a cubin", "fatbin": "a fat binary"}


def one_of(name, *choices):
    def take(request, value):
        if value not in choices:
            raise Refused("--%s is %s" % (name.replace("_", "-"), " or ".join(choices)))
        setattr(request, name, value)
    return take


OWN = {"--warp-size": one_of("warp_size", "32", "64"),
       "--joins": one_of("joins", "source", "post-dominator")}


def sets(**members):
    def take(parser, option, value, argument):
        for name, to in members.items():
            setattr(parser.request, name, value if to is VALUE else to)
    return take


def adds(to, *words):
    """Each word, with the value in the place of VALUE."""
    return lambda parser, option, value, argument: getattr(parser.request, to).extend(
        value if word is VALUE else word for word in words)


def set_default_stream(parser, option, value, argument):
    if value == "per-thread":  # as nvcc has it (nvcc's --default-stream)
        parser.request.shared.append(option.adds)


def add_macro(parser, option, value, argument):
    if option.adds.startswith(("-D", "-fno-exceptions")):
        parser.request.shared.append(option.adds)


def set_device_only(parser, option, value, argument):
    """No stage of it is there; a -c behind it asks for an object."""
    parser.request.stage = "device-only"
    parser.request.refusals["device-only"] = "%s: %s is a GPU's; the machine runs the source. " \
        "-c makes an object of it" % (argument, CODE_OF_GPUS.get(option.name, "device code"))


def set_shared(parser, option, value, argument):
    parser.request.refusals["link"] = "%s: kernels are linked with the program; without it, -lib " \
        "makes an archive and -c objects" % argument


# By the name in the table: what makes, links and names files.
ACTIONS = {
    "compile": sets(stage="compile"), "device-c": sets(stage="compile", relocatable=True),
    "device-w": sets(stage="compile", relocatable=False), "device-link": sets(stage="device-link"),
    "preprocess": sets(stage="preprocess"), "generate-dependencies": sets(stage="-M"),
    "generate-nonsystem-dependencies": sets(stage="-MM"), "lib": sets(stage="library"),
    "output-file": sets(output=VALUE), "output-directory": sets(folder=VALUE),
    "generate-dependencies-with-compile": adds("host", "-MD"),
    "generate-nonsystem-dependencies-with-compile": adds("host", "-MMD"),
    "generate-dependency-targets": adds("host", "-MP"),
    "dependency-output": adds("host", "-MF", VALUE), "MQ": adds("host", "-MQ", VALUE),
    "dependency-target-name": adds("host", "-MT", VALUE),
    "library-path": lambda parser, option, value, argument: parser.request.link.extend(
        "-L" + path for path in options.split(value)),
    "linker-options": lambda parser, option, value, argument: parser.request.link.append(
        "-Wl," + value),
    "shared": set_shared,
    "debug": adds("host", "-g"), "disable-warnings": adds("shared", "-w"),
}
MEANINGS = {
    "Std": sets(standard=VALUE), "Add": add_macro,
    "RelocatableOn": sets(relocatable=True), "DeviceOnly": set_device_only,
    "Relocatable": lambda parser, option, value, argument: setattr(
        parser.request, "relocatable", value in ("true", "1", "yes")),
    "DefaultStream": set_default_stream,
    "Glue": lambda parser, option, value, argument: parser.request.shared.append(
        option.adds + value),
    "Optimize": lambda parser, option, value, argument: parser.request.host.append("-O" + value),
}
