#!/usr/bin/env python3
"""Makes the three files of a new rule: source, page and first test.

usage: new_rule.py ID KIND

ID is what users see ("legacy-shuffle"), KIND the kind of site that it handles
("Shuffle", see lib/Model/SiteKinds.def). Nothing else has to change; see docs/add-a-rule.md.
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
  Presence Here = lanesPresent(S, WarpWidth, Facts.prove(S.Conv, S.Function), "TODO: what to do");
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
TODO: what is rewritten, and what is not because. Write more of the latter.
CHECK: a.cu:5:{{.*}}divergent
CHECK: exit codes: 1, then 1
//--- a.cu
__global__ void applies(int *p) {
}
__global__ void doesNotApply(int *p) {
  if (threadIdx.x & 1)
    p[0] = 1;
}
//--- a.cu.after
TODO
"""


def main():
    if len(sys.argv) != 3 or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", sys.argv[1]):
        sys.exit(__doc__)
    rule, kind = sys.argv[1:]
    name = "".join(word.capitalize() for word in rule.split("-"))
    root = pathlib.Path(__file__).resolve().parent.parent
    dashes = "-" * max(3, 80 - len("//===- %s.cpp - TODO: what it migrates ===//" % name))
    values = {"id": rule, "kind": kind, "name": name, "dashes": dashes}
    values["pad"] = " " * len("std::vector<Edit> %s::render(" % name)
    files = {
        root / "lib/Rules" / (name + ".cpp"): SOURCE,
        root / "docs/rules" / (rule + ".md"): PAGE,
        root / "test/rules" / rule / "basic.test": TEST,
    }
    there = [str(path.relative_to(root)) for path in files if path.exists()]
    if there:
        sys.exit("already there: " + ", ".join(there))
    for path, template in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(template % values)
        print(path.relative_to(root))


main()
