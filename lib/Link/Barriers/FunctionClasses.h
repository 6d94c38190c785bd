//===- FunctionClasses.h - functions that share their text --------*- C++ -*-===//
//
// Internal to Link. Instances and specialisations of one template, and functions
// that share a body or a declaration, get a new parameter together or not at all.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_BARRIERS_FUNCTIONCLASSES_H
#define COOPIFY_LINK_BARRIERS_FUNCTIONCLASSES_H

#include "Link/Program.h"

namespace coopify {

struct FunctionClass {
  std::vector<unsigned> Members; ///< by USR
  std::vector<CallRef> Callers;  ///< of any member, in the order of places
  std::vector<unsigned> Callees; ///< classes that a member calls, unique
  bool Kernel = false;
  bool DirectBarrier = false;
};

struct FunctionClasses {
  std::vector<unsigned> ClassOf; ///< by function
  std::vector<FunctionClass> Classes;
  unsigned callerClass(CallRef C) const { return ClassOf[C.Caller]; }
};

FunctionClasses classify(const Program &P);

} // namespace coopify

#endif // COOPIFY_LINK_BARRIERS_FUNCTIONCLASSES_H
