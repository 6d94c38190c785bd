"""Tests of the runtime and of the SIMT machine, run again only if what they are made of is another.

Most of them do not run coopify: rebuilding it leaves them as they are. Those of --try do. In a lit.local.cfg:
config.test_format = kept_tests.KeptTests([files and folders], [programs], folder, coopify).
What failed, or was not run, is not kept. `-D keep=no` runs all.
"""

import hashlib
import pathlib
import time

import kept_passes
import lit.formats
import lit.Test

WEEK = 7 * 24 * 3600


class KeptTests(lit.formats.ShTest):
    def __init__(self, made_of, programs, folder, coopify):
        super().__init__(execute_external=False)
        self.folder, self.coopify = pathlib.Path(folder), pathlib.Path(coopify)
        self.base = hashlib.sha256("\n".join(kept_passes.compilers(programs)).encode())
        for place in map(pathlib.Path, made_of):
            files = kept_passes.files_below(place) if place.is_dir() else [place]
            kept_passes.hash_of(files, place.parent, self.base)
        self.base = self.base.hexdigest()  # workers are sent it
        for old in self.folder.glob("*"):  # nobody asked for it
            if old.stat().st_mtime < time.time() - WEEK:
                old.unlink()

    def kept(self, test):
        digest = hashlib.sha256(self.base.encode())
        digest.update(repr((test.path_in_suite, sorted(test.config.available_features))).encode())
        if "%{coopify}" in pathlib.Path(test.getSourcePath()).read_text(errors="replace"):
            kept_passes.hash_of([self.coopify], self.coopify.parent, digest)
        return self.folder / digest.hexdigest()

    def execute(self, test, config):
        kept = self.kept(test)
        if config.params.get("keep") != "no" and kept.exists():
            kept.touch()
            return lit.Test.Result(lit.Test.PASS, "kept: nothing that it is made of has changed")
        result = super().execute(test, config)
        if result.code == lit.Test.PASS:
            self.folder.mkdir(parents=True, exist_ok=True)
            kept.touch()
        return result
