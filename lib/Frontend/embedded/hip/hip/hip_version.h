// The version that the embedded headers say they are.
#ifndef COOPIFY_HIP_VERSION_H
#define COOPIFY_HIP_VERSION_H

#ifndef __MACA__ // clang's wrapper looks for this file in MXMACA's units too
#define HIP_VERSION_MAJOR 7
#define HIP_VERSION_MINOR 0
#define HIP_VERSION_PATCH 0
#define HIP_VERSION_GITHASH "0"
#define HIP_VERSION_BUILD_ID 0
#define HIP_VERSION_BUILD_NAME ""
#define HIP_VERSION                                                            \
  (HIP_VERSION_MAJOR * 10000000 + HIP_VERSION_MINOR * 100000 + HIP_VERSION_PATCH)
#define __HIP_HAS_GET_PCH 0
#endif

#endif
