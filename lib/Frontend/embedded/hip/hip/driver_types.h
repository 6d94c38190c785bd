// Types of the runtime API: errors, handles, parameter structs, texture types.
#ifndef COOPIFY_HIP_DRIVER_TYPES_H
#define COOPIFY_HIP_DRIVER_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "hip_common.h"

#include "hip_vector_types.h"

#include "../coopify_hip_flags.h"

#define COOPIFY_P(NAME) hip##NAME
#define COOPIFY_A(NAME) hipDeviceAttribute##NAME
#define COOPIFY_DEVICE_PROP hipDeviceProp_t
#include "../coopify_api_errors.h"
typedef enum hipDeviceAttribute_t {
  hipDeviceAttributeCudaCompatibleBegin = 0,
#include "../coopify_api_attributes.h"
  , hipDeviceAttributeName, hipDeviceAttributeUuid, hipDeviceAttributeGcnArch,
  hipDeviceAttributeGcnArchName, hipDeviceAttributeArch,
  hipDeviceAttributeAmdSpecificBegin = 10000, hipDeviceAttributeVendorSpecificBegin = 20000
} hipDeviceAttribute_t;
#include "../coopify_api_types.h"
#include "../coopify_api_textures.h"
#undef COOPIFY_P
#undef COOPIFY_A
#undef COOPIFY_DEVICE_PROP

static inline struct hipPitchedPtr make_hipPitchedPtr(void *d, size_t p, size_t x, size_t y) {
  struct hipPitchedPtr s = {d, p, x, y};
  return s;
}
static inline struct hipPos make_hipPos(size_t x, size_t y, size_t z) {
  struct hipPos p = {x, y, z};
  return p;
}
static inline struct hipExtent make_hipExtent(size_t w, size_t h, size_t d) {
  struct hipExtent e = {w, h, d};
  return e;
}

#endif
