//===- device_launch_parameters.h - the prelude has it all -----------------------------===//
#ifndef COOPIFY_SIMT_DEVICE_LAUNCH_PARAMETERS_H
#define COOPIFY_SIMT_DEVICE_LAUNCH_PARAMETERS_H
#endif
