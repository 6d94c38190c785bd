"""simttry: the files that a command writes in its folder.

They are told by what changed there. Folders whose names begin with a dot are git's and the like.
"""

import os

MOST_ENTRIES = 20000  # of a folder that is looked through
MOST_BYTES = 64 << 20  # of a file that is read


def entries(folder):
    for at, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            yield os.path.join(at, name)


def snapshot(folder):
    """What tells that a file was written, by path; nothing of a folder that has too many."""
    out = {}
    for path in entries(folder):
        if len(out) == MOST_ENTRIES:
            return None
        try:
            state = os.stat(path)
        except OSError:
            continue  # a link to nowhere, or gone by now
        out[path] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return out


def read(path):
    """Its lines, or for a large one its size. Any byte is a letter here."""
    size = os.path.getsize(path)
    if size > MOST_BYTES:
        return ["%d bytes" % size]
    with open(path, "rb") as file:
        return file.read().decode("latin-1").split("\n")


def written(folder, before):
    """The texts of the files that are not as they were, by their names in the folder."""
    after = snapshot(folder)
    if before is None or after is None:
        return {}
    return {os.path.relpath(path, folder): read(path)
            for path in sorted(after) if after[path] != before.get(path) and os.path.exists(path)}
