// Clang has a writer of SARIF, clang::SarifDocumentWriter. It is for diagnostics of one compiler
// run: it wants a SourceManager with each file in it, and has no fixes, suppressions, properties,
// fingerprints nor base of paths. So all of it is written here.

#include "Report/Forges/Fingerprints.h"
#include "Report/Paths.h"
#include "Report/Report.h"
#include "Report/Summary.h"
#include "Report/Told.h"
#include "Rules/Rule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral Schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr StringLiteral Base = "%SRCROOT%";

/// Characters that a URI may have in a path go as they are.
std::string uriPath(StringRef Path) {
  std::string Out;
  for (unsigned char C : Path)
    if (isAlnum(C) || StringRef("-._~!$&'()*+,;=@/").contains(C))
      Out += C;
    else
      Out += "%" + toHex(ArrayRef(&C, 1));
  return Out;
}

class SarifWriter {
public:
  SarifWriter(raw_ostream &OS, const FullReport &Run) : J(OS, 2), Run(Run), Files(Run.Text) {}
  void document();

private:
  // Sources need not be UTF-8; JSON must be.
  void text(StringRef Name, StringRef Text) { J.attribute(Name, json::fixUTF8(Text)); }
  void message(StringRef Name, StringRef Text) {
    J.attributeObject(Name, [&] { text("text", Text); });
  }
  void artifact(StringRef Path);
  void region(StringRef Name, const SourceFile &File, unsigned Begin, unsigned End);
  void physicalLocation(const Location &Where, unsigned Length);
  void driver();
  void rule(const Rule &R);
  void notification(const ParseNote &N);
  void notification(const UnitGroups &Unit);
  void result(const Result &R, StringRef Fingerprint);
  void related(const Result &R);
  void properties(const Result &R);
  void fix(const Result &R);
  void replacements(ArrayRef<Edit> OfFile);

  json::OStream J;
  const FullReport &Run;
  const Sources Files;
};

void SarifWriter::artifact(StringRef Path) {
  const std::string Shown = displayPath(Path, Run.Root);
  // A path that begins with ".." would leave the base: nothing may be said against it then.
  const bool Below = Shown != Path && !StringRef(Shown).starts_with("..");
  J.attributeObject("artifactLocation", [&] {
    J.attribute("uri", (Below ? "" : "file://") + uriPath(Below ? Shown : Path.str()));
    if (Below)
      J.attribute("uriBaseId", Base);
  });
}

void SarifWriter::region(StringRef Name, const SourceFile &File, unsigned Begin, unsigned End) {
  const CharPlace From = File.placeOf(Begin), To = File.placeOf(End);
  J.attributeObject(Name, [&] {
    J.attribute("startLine", From.Line);
    J.attribute("startColumn", From.Column);
    J.attribute("endLine", To.Line);
    J.attribute("endColumn", To.Column);
  });
}

void SarifWriter::physicalLocation(const Location &Where, unsigned Length) {
  J.attributeObject("physicalLocation", [&] {
    artifact(Where.File);
    region("region", Files.of(Where.File), Where.Offset, Where.Offset + Length);
  });
}

void SarifWriter::rule(const Rule &R) {
  J.object([&] {
    J.attribute("id", ("coopify-" + R.id()).str());
    J.attribute("name", R.id());
    message("shortDescription", R.summary());
    J.attributeObject("defaultConfiguration", [&] { J.attribute("level", "warning"); });
    const StringRef Page = Run.Page(R.id()).value_or(R.summary());
    J.attributeObject("help", [&] {
      text("text", Page);
      text("markdown", Page);
    });
    if (!Run.DocsURI.empty())
      J.attribute("helpUri", Run.DocsURI + "/rules/" + R.id().str() + ".md");
  });
}

void SarifWriter::driver() {
  J.attributeObject("driver", [&] {
    J.attribute("name", "coopify");
    J.attribute("semanticVersion", Run.Version);
    if (!Run.DocsURI.empty())
      J.attribute("informationUri", Run.DocsURI);
    J.attributeArray("rules", [&] {
      for (const Rule *R : allRules())
        rule(*R);
    });
  });
}

void SarifWriter::notification(const ParseNote &N) {
  J.object([&] {
    J.attributeObject("descriptor", [&] { J.attribute("id", N.Kind); });
    J.attribute("level", N.Kind == "parse-error" ? "warning" : "note");
    message("message", N.Text.empty() ? N.Kind : N.Text);
    if (N.Where.valid())
      J.attributeArray("locations", [&] { J.object([&] { physicalLocation(N.Where, 0); }); });
  });
}

/// Whether the groups compile with the flags of a unit.
void SarifWriter::notification(const UnitGroups &Unit) {
  J.object([&] {
    J.attributeObject("descriptor", [&] { J.attribute("id", "groups"); });
    J.attribute("level", Unit.Compiles == false ? "warning" : "note");
    message("message", Unit.Text);
    J.attributeArray("locations",
                     [&] { J.object([&] { physicalLocation({Unit.File, 0, 1, 1}, 0); }); });
  });
}

/// The proof, what stands in the way, and where.
void SarifWriter::related(const Result &R) {
  std::vector<Remark> Remarks = remarksOn(R);
  erase_if(Remarks, [](const Remark &M) { return M.Kind == Remark::Help; });
  if (Remarks.empty())
    return;
  J.attributeArray("relatedLocations", [&] {
    for (const auto &[Index, M] : enumerate(Remarks))
      J.object([&, Index = Index, &M = M] {
        J.attribute("id", Index + 1);
        physicalLocation(M.Where, 0);
        message("message", M.Text);
      });
  });
}

void SarifWriter::properties(const Result &R) {
  J.attributeObject("properties", [&] {
    J.attribute("verdict", toString(standingOf(R)));
    J.attribute("applied", R.isApplied());
    if (std::optional<ReasonId> Why = reasonOf(R))
      J.attribute("reason", toString(*Why));
    const Rewrite *To = R.rewrite();
    if (!To)
      return;
    text("form", To->Form);
    J.attributeArray("assumptions", [&] {
      for (const std::string &Id : To->Assumptions)
        J.value(Id);
    });
  });
}

/// Of insertions at one place readers may take any for the first, so edits that touch are one.
void SarifWriter::replacements(ArrayRef<Edit> OfFile) {
  const SourceFile &File = Files.of(OfFile.front().Range.File);
  for (const Edit &E : joinTouching(OfFile))
    J.object([&] {
      region("deletedRegion", File, E.Range.Begin, E.Range.End);
      if (!E.Text.empty())
        message("insertedContent", E.Text);
    });
}

void SarifWriter::fix(const Result &R) {
  const std::vector<Edit> Edits = Run.Edits.of(R.Found).Edits;
  J.object([&] {
    message("description", saidOf(R));
    J.attributeArray("artifactChanges", [&] {
      for (ArrayRef<Edit> Rest = Edits; !Rest.empty();) {
        ArrayRef<Edit> OfFile =
            Rest.take_while([&](const Edit &E) { return E.Range.File == Rest.front().Range.File; });
        J.object([&] {
          artifact(OfFile.front().Range.File);
          J.attributeArray("replacements", [&] { replacements(OfFile); });
        });
        Rest = Rest.drop_front(OfFile.size());
      }
    });
  });
}

void SarifWriter::result(const Result &R, StringRef Fingerprint) {
  const Site &S = R.Found.Where;
  const Standing Stands = standingOf(R);
  const auto Rules = allRules();
  const auto *Of = find_if(Rules, [&](const Rule *Known) { return Known->id() == R.Found.Check; });
  J.object([&] {
    J.attribute("ruleId", "coopify-" + R.Found.Check);
    if (Of != Rules.end())
      J.attribute("ruleIndex", Of - Rules.begin());
    J.attribute("kind", Stands == Standing::Left ? "informational" : "fail");
    J.attribute("level", Stands == Standing::Left ? "none" : "warning");
    message("message", messageOf(R));
    J.attributeArray("locations", [&] {
      J.object([&] { physicalLocation(S.Loc, lengthOf(S, Files.of(S.Loc.File).Text)); });
    });
    related(R);
    J.attributeObject("partialFingerprints", [&] { J.attribute("coopify/v1", Fingerprint); });
    // Who says of one that it is suppressed has to say of the others that they are not.
    J.attributeArray("suppressions", [&] {
      if (Stands == Standing::Suppressed)
        J.object([&] { J.attribute("kind", "inSource"); });
    });
    if (R.isApplied() && !Run.Edits.toldAt(R.Found))
      J.attributeArray("fixes", [&] { fix(R); });
    properties(R);
  });
}

void SarifWriter::document() {
  J.object([&] {
    J.attribute("$schema", Schema);
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] {
      J.object([&] {
        J.attributeObject("tool", [&] { driver(); });
        J.attributeArray("invocations", [&] {
          J.object([&] {
            J.attribute("executionSuccessful", true);
            J.attributeArray("toolExecutionNotifications", [&] {
              for (const ParseNote &N : notesToTell(Run.Facts.notes(), Run.Results))
                notification(N);
              for (const UnitGroups &Unit : Run.Groups)
                if (!Unit.Text.empty())
                  notification(Unit);
            });
          });
        });
        J.attributeObject("originalUriBaseIds", [&] {
          J.attributeObject(Base, [&] { J.attribute("uri", "file://" + uriPath(Run.Root) + "/"); });
        });
        J.attribute("columnKind", "unicodeCodePoints");
        const auto Prints = fingerprintsOf(Run.Results, Files, Run.Root);
        J.attributeArray("results", [&] {
          for (const auto &[R, Print] : zip_equal(Run.Results, Prints))
            if (R.Found.Where.Loc.valid())
              result(R, Print);
        });
        J.attributeObject("properties", [&] { text("world", Run.World); });
      });
    });
  });
}

} // namespace

void reportSARIF(raw_ostream &OS, const FullReport &Run) {
  SarifWriter(OS, Run).document();
  OS << '\n';
}

} // namespace coopify
