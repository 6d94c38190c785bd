#!/usr/bin/env python3
"""Makes the files of a new rule: source, page and first test, and a finder if it needs one.

usage: new_rule.py ID KIND [--finder]

ID is what users see ("legacy-shuffle"), KIND the kind of site that it handles
("Shuffle", see lib/Model/SiteKinds.def). With --finder nothing finds sites of
that kind yet: there is a fourth file, the finder, a fifth in the test's folder,
which says what its matcher finds and what not, and a line in SiteKinds.def.
Nothing else has to change; see docs/add-a-rule.md.
"""

import pathlib
import re
import sys

SOURCE = """\
//===- %(name)s.cpp - TODO: what it migrates %(dashes)s===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// Before:  TODO
/// After:   TODO
///
/// TODO: where that is exact, and the source that says so.
class %(name)s : public Rule {
public:
  llvm::StringRef id() const override { return "%(id)s"; }
  llvm::StringRef summary() const override { return "TODO: one line for --list-checks"; }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::%(kind)s; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(%(name)s, "%(id)s");

} // namespace

Decision %(name)s::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = "TODO: '" + S.Name + "' ...";
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  ActivityProof Here =
      proveActive(S, warpWidth(), Facts.prove(S.Conv, S.Function), "TODO: what to do");
  D.Proof = std::move(Here.Proof);
  if (Here.Missing) {
    D.What = std::move(*Here.Missing);
    return D;
  }
  Rewrite R;
  R.Form = "tile";
  R.Applies = Here.applies();
  R.Assumptions = std::move(Here.Assumptions);
  R.Handles = {{HandleRequest::Tile, "32", S.Function}};
  D.What = std::move(R);
  return D;
}

std::vector<Edit> %(name)s::render(const Site &S, const Rewrite &R,
%(pad)sconst RenderContext &Context) const {
  return {{S.Callee, Context.handle({HandleRequest::Tile, "32", S.Function}, S) + ".TODO"}};
}
"""

FINDER = """\
//===- %(name)s.cpp - TODO: what it looks for %(finder_dashes)s===//

#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// TODO: what a matcher cannot say, and so is asked of the analysis.
class %(name)s : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "%(id)s"; }
  StatementMatcher matcher() const override {
    return callExpr(callee(functionDecl(hasName("TODO")))).bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      Sites.push_back(makeSite(View, SiteKind::%(kind)s, cast<CallExpr>(M.At)));
      if (!View.Analysis.reachable(M.At))
        Sites.back().NotASite = ReasonId::Unreachable;
    }
  }
};

} // namespace

REGISTER_SITE_FINDER(%(name)s, "%(id)s");
"""

LOOKS_FOR = """\
## What it looks for

```clang-query
match callExpr(callee(functionDecl(hasName("TODO")))).bind("site")
```

The analysis asks TODO.

"""

MATCHED = """\
__device__ void TODO();
__device__ void other();
__global__ void kernel() {
  TODO(); // match
  other(); // no match: TODO
}
"""

PAGE = """\
# %(id)s

Finds TODO, and makes it TODO.

## Before and after

```cuda
TODO
```

```cuda
TODO
```

%(looks_for)s\
## When it applies, and why it is exact

TODO

## When it is refused

| reason | because |
|---|---|
| [divergent](../reasons.md#divergent) | lanes of one warp come here at different times |
| [unproven](../reasons.md#unproven) | nothing shows that they come together |

## Known limits

- TODO

## Sources

TODO
"""

TEST = """\
RUN: %%{migrate} %%s %%t | %%FileCheck %%s
RUN: %%{semantics} %%s
TODO: what is rewritten, and what is not because. Write more of the latter.
CHECK: a.cu:5:{{.*}}divergent
CHECK: exit codes: 1, then 1
//--- a.cu
__global__ void applies(int *p) {
}
__global__ void doesNotApply(int *p) {
  if (threadIdx.x & 1)
    p[0] = 1;
  __syncthreads(); // at a kernel's end nobody would wait for the lanes that are not here
  p[threadIdx.x] = p[0];
}
//--- a.cu.after
TODO
"""


def add_kind(path, kind):
    """A line for it in the table, which is in the order of the ids."""
    line = re.compile(r'^SITE_KIND\((\w+), "([^"]+)".*\n', re.M)
    text = path.read_text()
    if kind in {m[1] for m in line.finditer(text)}:
        return
    new = re.sub(r"\B([A-Z])", r"-\1", kind).lower()
    at = max((m.end() for m in line.finditer(text) if m[2] < new), default=line.search(text).start())
    entry = 'SITE_KIND(%s, "%s", "TODO: what was matched")\n' % (kind, new)
    path.write_text(text[:at] + entry + text[at:])


def dashes(comment):
    return "-" * max(3, 80 - len(comment) - len("===//"))


def main():
    arguments = [a for a in sys.argv[1:] if a != "--finder"]
    if len(arguments) != 2 or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", arguments[0]):
        sys.exit(__doc__)
    rule, kind = arguments
    if not re.fullmatch(r"([A-Z][a-z0-9]*)+", kind):
        sys.exit("a kind is named as in lib/Model/SiteKinds.def, MyPattern; not '%s'" % kind)
    finder = "--finder" in sys.argv
    name = "".join(word.capitalize() for word in rule.split("-"))
    values = {"id": rule, "kind": kind, "name": name, "looks_for": LOOKS_FOR if finder else ""}
    values["dashes"] = dashes("//===- %s.cpp - TODO: what it migrates " % name)
    values["finder_dashes"] = dashes("//===- %s.cpp - TODO: what it looks for " % name)
    values["pad"] = " " * len("std::vector<Edit> %s::render(" % name)
    root = pathlib.Path(__file__).resolve().parent.parent
    files = {
        root / "lib/Rules" / (name + ".cpp"): SOURCE,
        root / "docs/rules" / (rule + ".md"): PAGE,
        root / "test/rules" / rule / "basic.test": TEST,
    }
    if finder:
        files[root / "lib/Extract/Sites" / (name + ".cpp")] = FINDER
        files[root / "test/rules" / rule / "Inputs/matcher.cu"] = MATCHED
    there = [str(path.relative_to(root)) for path in files if path.exists()]
    if there:
        sys.exit("already there: " + ", ".join(there))
    kinds = root / "lib/Model/SiteKinds.def"
    if finder:
        add_kind(kinds, kind)
    elif "SITE_KIND(%s," % kind not in kinds.read_text():
        sys.exit("no kind %s in %s; with --finder it is made" % (kind, kinds.relative_to(root)))
    for path, template in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(template % values)
        print(path.relative_to(root))


main()
