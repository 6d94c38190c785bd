#include "Report/Forges/Fingerprints.h"
#include "Report/Paths.h"
#include "Report/Report.h"
#include "Report/Told.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace coopify {
namespace {

/// Whether somebody has something to do there.
bool isAnnotated(const Result &R) {
  const Standing Stands = standingOf(R);
  return Stands != Standing::Left && Stands != Standing::Suppressed && R.Found.Where.Loc.valid();
}

/// Of a workflow command's text; \p InProperty also what separates properties.
std::string escaped(StringRef Text, bool InProperty) {
  std::string Out;
  for (char C : json::fixUTF8(Text))
    if (C == '%')
      Out += "%25";
    else if (C == '\r')
      Out += "%0D";
    else if (C == '\n')
      Out += "%0A";
    else if (C == ':' && InProperty)
      Out += "%3A";
    else if (C == ',' && InProperty)
      Out += "%2C";
    else
      Out += C;
  return Out;
}

} // namespace

void reportGitHub(raw_ostream &OS, const FullReport &Run) {
  const Sources Files(Run.Text);
  for (const Result &R : make_filter_range(Run.Results, isAnnotated)) {
    const Site &S = R.Found.Where;
    const SourceFile &File = Files.of(S.Loc.File);
    const CharPlace From = File.placeOf(S.Loc.Offset);
    const CharPlace To = File.placeOf(S.Loc.Offset + lengthOf(S, File.Text));
    OS << "::warning file=" << escaped(displayPath(S.Loc.File, Run.Root), true)
       << ",line=" << From.Line << ",endLine=" << To.Line << ",col=" << From.Column;
    // Columns of several lines are refused.
    if (To.Line == From.Line && To.Column > From.Column)
      OS << ",endColumn=" << To.Column;
    OS << ",title=" << escaped("coopify-" + R.Found.Check, true)
       << "::" << escaped(messageOf(R), false) << '\n';
  }
}

void reportGitLab(raw_ostream &OS, const FullReport &Run) {
  const Sources Files(Run.Text);
  json::OStream J(OS, 2);
  J.array([&] {
    const auto Prints = fingerprintsOf(Run.Results, Files, Run.Root);
    for (const auto &[R, Print] : zip_equal(Run.Results, Prints)) {
      if (!isAnnotated(R))
        continue;
      const Site &S = R.Found.Where;
      const SourceFile &File = Files.of(S.Loc.File);
      J.object([&, &R = R, &Print = Print] {
        J.attribute("description", json::fixUTF8(messageOf(R)));
        J.attribute("check_name", "coopify-" + R.Found.Check);
        J.attribute("fingerprint", Print);
        J.attribute("severity", standingOf(R) == Standing::Refused ? "major" : "minor");
        J.attributeObject("location", [&] {
          J.attribute("path", json::fixUTF8(displayPath(S.Loc.File, Run.Root)));
          J.attributeObject("lines", [&] {
            J.attribute("begin", File.placeOf(S.Loc.Offset).Line);
            J.attribute("end", File.placeOf(S.Loc.Offset + lengthOf(S, File.Text)).Line);
          });
        });
      });
    }
  });
  OS << '\n';
}

} // namespace coopify
