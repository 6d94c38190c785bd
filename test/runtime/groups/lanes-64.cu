// RUN: %{run-simt64} | %FileCheck %s
// CHECK: coopify and the model: {{[0-9]+}} comparisons, 0 different
#include "on_machine.inc"
