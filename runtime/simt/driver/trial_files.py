"""simttry: the files that a command writes in its folder.

They are told by what changed there. Folders whose names begin with a dot are git's and the like.
"""

import hashlib
import os

MOST_ENTRIES = 20000  # of a folder that is looked through
MOST_BYTES = 16 << 20  # of a file that is compared line by line


def entries(folder):
    for at, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            yield os.path.join(at, name)


def snapshot(folder):
    """What tells that a file was written, by path; None of a folder that has too many."""
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
    """Its lines, or for a large one what tells it from others. Any byte is a letter here."""
    with open(path, "rb") as file:
        if os.path.getsize(path) <= MOST_BYTES:
            return file.read().decode("latin-1").split("\n")
        digest, size = hashlib.sha256(), 0
        while piece := file.read(1 << 20):
            digest.update(piece)
            size += len(piece)
        return ["%d bytes, SHA-256 %s" % (size, digest.hexdigest())]


def written(folder, before):
    """The texts of the files that are not as they were, by their names in the folder."""
    after = snapshot(folder)
    if before is None or after is None:
        return {}
    return {os.path.relpath(path, folder): read(path)
            for path in sorted(after) if after[path] != before.get(path) and os.path.isfile(path)}
