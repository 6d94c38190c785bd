//===- BuildFlags.h - how the user's compiler is called ----------*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_COMMAND_BUILDFLAGS_H
#define COOPIFY_FRONTEND_COMMAND_BUILDFLAGS_H

#include "Frontend/NvccArguments.h"
#include "Model/Output/UnitGroups.h"

namespace coopify {

/// The language and the architectures that \p Command names, before they are replaced for a parse.
UnitBuild buildOf(const ClangCommand &Command);

} // namespace coopify

#endif // COOPIFY_FRONTEND_COMMAND_BUILDFLAGS_H
