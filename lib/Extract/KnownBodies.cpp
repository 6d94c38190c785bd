#include "Extract/KnownBodies.h"

using namespace llvm;

namespace coopify {

static bool isOfDevice(const FunctionSummary &F) {
  return F.Kind == FunctionKind::Kernel || F.Kind == FunctionKind::Device;
}

void KnownBodies::add(Body B) {
  if (!isOfDevice(B.Declared))
    return;
  const std::string USR = B.Declared.USR;
  auto [It, New] = ByUSR.try_emplace(USR, nullptr);
  It->second = New ? std::make_unique<Body>(std::move(B)) : nullptr;
}

KnownBodies::Text KnownBodies::textOf(ArrayRef<FileFacts> Files, ArrayRef<LibraryFile> Libraries) {
  Text Out;
  for (const FileFacts &F : Files)
    Out.try_emplace(F.Path, F.Skipped);
  for (const LibraryFile &F : Libraries)
    Out.try_emplace(F.Path, F.Skipped);
  return Out;
}

void KnownBodies::setText(ArrayRef<FileFacts> Files, ArrayRef<LibraryFile> Libraries, bool Errors) {
  Of = textOf(Files, Libraries);
  HasErrors = Errors;
}

bool KnownBodies::isOfText(ArrayRef<FileFacts> Files, ArrayRef<LibraryFile> Libraries) const {
  return !HasErrors && textOf(Files, Libraries) == Of;
}

const KnownBodies::Body *KnownBodies::of(const FunctionSummary &Declared) const {
  auto It = ByUSR.find(Declared.USR);
  return It != ByUSR.end() && It->second && It->second->Declared == Declared ? It->second.get()
                                                                             : nullptr;
}

} // namespace coopify
