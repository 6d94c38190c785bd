//===- Units.h - the two sides of a unit of a whole program ------*- C++ -*-===//
//
// simtcc compiles such a unit twice and joins both objects. The device side makes a table of what
// it defines; the host side registers the unit with that table and its own (lib/host/Units.h has
// the rows), by a constructor that takes the place of the one that clang makes.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_PASS_UNITS_H
#define COOPIFY_SIMT_PASS_UNITS_H

#include "llvm/IR/Module.h"

#include <set>
#include <string>
#include <vector>

namespace simt {

/// What a unit of a whole program says of itself (prelude/keywords.h).
struct Unit {
  std::string Name; ///< Empty where the module is no such unit.
  bool IsDevice = false;
  bool IsRelocatable = false; ///< -rdc=true: its device code is linked with that of other units.
};
Unit unitOf(const llvm::Module &M);

/// The table that the device side defines.
std::string tableName(const Unit &U);

/// The name under which the device side offers a managed variable to the host side.
std::string managedName(const Unit &U, llvm::StringRef Variable);

/// The variables that have \p Text as an annotation: "simt_managed", "simt_shared"
/// (prelude/keywords.h).
std::set<llvm::GlobalVariable *> annotatedVariables(llvm::Module &M, llvm::StringRef Text);

/// One of simt/textures.h: a variable of the host's, of which the device has another.
bool isTextureReference(const llvm::GlobalValue &Symbol);

void finishDeviceUnit(llvm::Module &M, const Unit &U);
void finishHostUnit(llvm::Module &M, const Unit &U);

/// What host code needs to launch a kernel.
struct Launch {
  /// void caller(void *Kernel, void **Arguments), which calls the kernel as its stub was called.
  /// Null, after an error, where the stub is none that it knows.
  llvm::Function *Caller = nullptr;
  /// Bytes of each parameter; 0 where the stub does not know: of a class that is passed by its
  /// address, because it has a copy constructor.
  std::vector<uint32_t> Sizes;
};
Launch launchOf(llvm::Function &Stub);

/// The same of a kernel's own body; no sizes.
Launch launchOfKernel(llvm::Function &Kernel);

/// Bytes of the shared variables that the function names itself.
uint64_t sharedBytes(const llvm::Function &F);

/// What device code calls of CUDA's runtime is other functions than those of the host side, and a
/// launch there says how the kernel is called.
void bindDeviceRuntime(llvm::Module &M);

/// A constant array of rows, or null where there are none.
llvm::Constant *makeTable(llvm::Module &M, llvm::ArrayRef<llvm::Constant *> Rows,
                          llvm::StringRef Name);

} // namespace simt

#endif
