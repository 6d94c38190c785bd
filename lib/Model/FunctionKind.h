//===- FunctionKind.h - for whom a function is compiled ----------*- C++ -*-===//
#ifndef COOPIFY_MODEL_FUNCTIONKIND_H
#define COOPIFY_MODEL_FUNCTIONKIND_H

namespace coopify {

enum class FunctionKind { Host, Device, HostDevice, Kernel };

} // namespace coopify

#endif // COOPIFY_MODEL_FUNCTIONKIND_H
