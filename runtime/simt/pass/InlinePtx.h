//===- InlinePtx.h - inline PTX becomes calls of the machine -----*- C++ -*-===//
#ifndef COOPIFY_SIMT_PASS_INLINEPTX_H
#define COOPIFY_SIMT_PASS_INLINEPTX_H

namespace llvm {
class Module;
}

namespace simt {

/// Replaces each asm statement whose whole text is a known form; any other is
/// an error at its line, but for the empty one, a compiler barrier.
void replaceInlinePtx(llvm::Module &M);

} // namespace simt

#endif
