#include "Model/Operations/Waits.h"

#include "llvm/Support/ErrorHandling.h"

using namespace coopify;

llvm::StringRef coopify::nameOf(WaitsFor W) {
  switch (W) {
  case WaitsFor::Nobody:
    return "nobody";
  case WaitsFor::Present:
    return "nobody, but needs lanes";
  case WaitsFor::Mask:
    return "a mask";
  case WaitsFor::Group:
    return "a group";
  case WaitsFor::Warp:
    return "the warp";
  case WaitsFor::Block:
    return "the block";
  case WaitsFor::Numbered:
    return "users of a number";
  case WaitsFor::Cluster:
    return "the cluster";
  case WaitsFor::Grid:
    return "the grid";
  case WaitsFor::Anybody:
    return "anybody";
  }
  llvm_unreachable("all are named");
}

llvm::StringRef coopify::nameOf(Orders O) {
  switch (O) {
  case Orders::Nothing:
    return "nothing";
  case Orders::Waited:
    return "those it waits for";
  case Orders::Block:
    return "the block";
  case Orders::Cluster:
    return "the cluster";
  case Orders::Device:
    return "the device";
  case Orders::System:
    return "the system";
  }
  llvm_unreachable("all are named");
}
