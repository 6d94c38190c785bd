//===- Handles.h - the group handles of a function body ----------*- C++ -*-===//
//
// Names and declarations, on plain data: FunctionSummary in, text out.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EDIT_HANDLES_H
#define COOPIFY_EDIT_HANDLES_H

#include "Rules/Rule.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <optional>
#include <string>

namespace coopify {

/// The size of a tile is one, and not what a template calls it.
bool isTileNumber(llvm::StringRef Size);

/// \p Wanted, else Wanted2, Wanted3... (tile8_2 after a digit); it is taken then.
std::string takeName(llvm::StringSet<> &Taken, llvm::StringRef Wanted);

/// "block"; "warp" for a tile of 32, "tile8", "tile" where the size is an expression.
std::string plainHandleName(const HandleRequest &Request);

/// What makes the handle without any other one. \p Groups is "cg::" or the like.
std::string handleExpression(const HandleRequest &Request, llvm::StringRef Groups);

/// One function body, which all instances of its template share: a name must
/// be free in each of them, and a handle is declared for all of them at once.
class BodyHandles {
public:
  /// \p TakesBlock: the run gives it a `const cg::thread_block &` parameter; \p TakesWarp: a
  /// `const cg::thread_block_tile<32> &`.
  BodyHandles(llvm::ArrayRef<const FunctionSummary *> Instances, bool TakesBlock,
              bool TakesWarp = false);

  /// The name to use at \p At, which from now on is declared if it has to be;
  /// nullopt: no declaration can stand there, a whole expression must do.
  std::optional<std::string> use(const HandleRequest &Request, const Location &At);

  /// The same name for the same place.
  std::string freshName(llvm::StringRef Wanted, const Location &At);

  /// Declares all that was used, at the top of the body: nullopt if nothing. \p Break: what the
  /// statements of a body on one line get between them, if they are put on lines of their own.
  std::optional<Edit> declarations(llvm::StringRef Groups, bool CRLF,
                                   llvm::StringRef Break = {}) const;
  /// Behind the '{'.
  const TextRange &begin() const { return F.BodyBegin; }

private:
  /// Block before tiles, large tiles before small ones, expressions last.
  struct Order {
    bool operator()(const HandleRequest &A, const HandleRequest &B) const;
  };

  const Handle *existing(const HandleRequest &Request, const Location &At) const;
  bool canDeclareFor(const Location &At) const;
  std::string blockAtTop(llvm::StringRef Groups) const;

  const FunctionSummary &F; ///< the first instance; the text is that of all
  bool CanDeclare = true;
  std::vector<Handle> Existing; ///< those that every instance has
  llvm::StringSet<> Taken;
  std::string BlockParameter; ///< its name, where the run adds one
  std::string WarpParameter;  ///< likewise
  std::map<HandleRequest, std::string, Order> Declared;
  std::map<std::pair<Location, std::string>, std::string> Fresh;
};

} // namespace coopify

#endif // COOPIFY_EDIT_HANDLES_H
