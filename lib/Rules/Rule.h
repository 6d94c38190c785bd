//===- Rule.h - one migration, from a site to its edits ----------*- C++ -*-===//
//
//   Site + ProgramFacts --decide()--> Decision --render()--> Edit...
//
// A rule is one .cpp that registers itself. decide() and render() are pure.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_RULES_RULE_H
#define COOPIFY_RULES_RULE_H

#include "Link/ProgramFacts.h"
#include "Model/Site.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Registry.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace coopify {

/// Safe: proven. Assumed: proven if the printed assumptions hold.
enum class Applicability { Safe, Assumed };

/// A group handle that a rewritten function needs. At its top: the block, a tile
/// whose size is the text of a constant expression ("32", "WIDTH"), or the lanes
/// of the warp under their own numbers (coopify::masked_warp). Branch: those of
/// them that came to the site (Site::Divided), made where the branches are.
struct HandleRequest {
  enum KindTy { Block, Tile, Lanes, Branch } Kind = Tile;
  std::string Size = warpSizeText();
  std::string Function; ///< USR
  /// Branch: those of Site::Divided that part the lanes, outermost first.
  std::vector<unsigned> Conditions = {};
  bool OfBlock = false; ///< Tile: of the block itself, under the type that this gives
  auto operator<=>(const HandleRequest &) const = default;
  /// Of its declaration: coopify::masked_warp is the runtime header's, whoever's the
  /// other groups are.
  HeaderSet needs() const {
    return {Kind == Lanes || Kind == Branch ? GroupHeader::MaskedWarp : GroupHeader::Groups};
  }
  bool needsRuntimeHeader() const { return needs().has(GroupHeader::MaskedWarp); }
};

struct Rewrite {
  std::string Form; ///< e.g. "tile", "coalesced", "block-parameter"
  Applicability Applies = Applicability::Safe;
  std::vector<std::string> Assumptions;
  std::vector<HandleRequest> Handles;
  std::map<std::string, std::string> Params; ///< what render() needs beyond the site
  std::vector<Promise> LeansOn, Promises;    ///< of all sites that it is for (Site.h)
  bool WholeWarp = false;                    ///< all lanes of the warp were shown to be there
  bool NamesRuntime = false;                 ///< of the runtime header, beside what Handles do
  bool needsRuntimeHeader() const {
    return NamesRuntime ||
           llvm::any_of(Handles, [](const HandleRequest &H) { return H.needsRuntimeHeader(); });
  }
  bool operator==(const Rewrite &) const = default;
};

/// Nothing to do here. Note is to count; without one it is not worth a word.
struct Leave {
  std::optional<ReasonId> Note;
  bool operator==(const Leave &) const = default;
};

struct Decision {
  std::variant<Leave, Rewrite, Refusal> What;
  std::string Message;           ///< the finding's headline, e.g. "'__shfl_down' was removed"
  std::vector<ProofStep> Proof;  ///< why it is right, or how far the proof got
  std::string Group;             ///< decisions that stand or fall together; empty: alone
  std::optional<ProofStep> Dear; ///< of a rewrite that costs time: what stands in the way of others

  const Rewrite *rewrite() const { return std::get_if<Rewrite>(&What); }
  const Refusal *refusal() const { return std::get_if<Refusal>(&What); }
  const Leave *leave() const { return std::get_if<Leave>(&What); }
};

/// One replacement of text. An empty range inserts.
struct Edit {
  TextRange Range;
  std::string Text;
  HeaderSet Needs = {}; ///< whose names the text has, but for those of RenderContext::handle()
  /// Of an insertion that opens or closes something: the text that it is put around. What
  /// begins or ends at one place nests by it.
  TextRange Around = {};
  auto operator<=>(const Edit &) const = default;
};

/// The names that the edited code will use.
class RenderContext {
public:
  virtual ~RenderContext();
  /// The expression that names the handle: "warp", "tile8", "block"; inside a
  /// macro body the self-contained "cg::tiled_partition<32>(cg::this_thread_block())".
  virtual std::string handle(const HandleRequest &Request, const Site &At) const = 0;
  /// "cg::", or "cooperative_groups::" where cg is taken.
  virtual std::string groups(llvm::StringRef File) const = 0;
  /// "T& x" in files that write references so, else "T &x".
  virtual bool ampersandLeft(llvm::StringRef File) const { return false; }
  /// \p Wanted, or with a number where the function already uses that name.
  virtual std::string freshName(llvm::StringRef Wanted, const Site &At) const = 0;
  /// The function with the signature \p S makes a tile of the block that it gets.
  virtual bool makesTiles(const Site &S) const { return false; }
};

/// A member of LinkOptions that the users of one rule set: clang-tidy has no flags for all rules.
struct LinkSwitch {
  llvm::StringLiteral Name; ///< after the check's, in a .clang-tidy file
  bool LinkOptions::*Member;
};

/// What becomes of code that a rule would rewrite and nobody does.
enum class RuleGroup {
  Required, ///< today's toolkits reject it, or today's GPUs may go wrong with it
  Explicit, ///< it works, and does not say which threads it is for
};

class Rule {
public:
  virtual ~Rule();
  virtual llvm::StringRef id() const = 0;
  virtual llvm::StringRef summary() const = 0; ///< one line for --list-checks
  /// False: what it finds works as it is, so it runs only where --checks names it.
  virtual bool onByDefault() const { return true; }
  virtual RuleGroup group() const { return RuleGroup::Required; }
  virtual llvm::ArrayRef<LinkSwitch> switches() const { return {}; }
  virtual bool handles(const Site &S) const = 0;
  virtual Decision decide(const Site &S, const ProgramFacts &Facts) const = 0;
  virtual std::vector<Edit> render(const Site &S, const Rewrite &R,
                                   const RenderContext &Context) const = 0;
};

using RuleRegistry = llvm::Registry<Rule>;

/// Every rule, sorted by id; made once.
llvm::ArrayRef<const Rule *> allRules();

/// Of the check with that id.
RuleGroup groupOfCheck(llvm::StringRef Check);

/// "required", "explicit".
llvm::StringRef toString(RuleGroup Group);

} // namespace coopify

/// Registers class \p TYPE; the id must be what id() returns.
#define REGISTER_RULE(TYPE, ID) static ::coopify::RuleRegistry::Add<TYPE> Register##TYPE(ID, "")

#endif // COOPIFY_RULES_RULE_H
