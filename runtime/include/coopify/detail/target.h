//===- target.h - What the runtime header is compiled for ------------------===//
//
// The only header that tests macros of compilers, toolkits and architectures.
// Everything else asks the COOPIFY_* macros defined here.
//
// What the user may define beforehand:
//   COOPIFY_NATIVE_GROUPS   1: the vendor's groups, 0: the bundled ones. Must be the same in all
//                           units of a program (kernels' names depend on the types).
//   COOPIFY_WARP_SIZE       32 or 64, where the compiler does not say (clang says it for AMD's
//   GPUs). COOPIFY_CHECK           1: check at run time what the migration assumed (check.h).
//   COOPIFY_PRESENT_ONLY    1: `all` and binary_partition of the bundled groups leave out lanes
//                           that have exited, as the legacy __all did; CUDA's groups do not.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_TARGET_H
#define COOPIFY_DETAIL_TARGET_H

// --- the target: exactly one of these is 1, or none (a host compiler) --------

#ifndef COOPIFY_TARGET_SIMT // the CPU machine's prelude sets it
#define COOPIFY_TARGET_SIMT 0
#endif
#if !COOPIFY_TARGET_SIMT && (defined(__MACA__) || defined(__MACACC__))
#define COOPIFY_TARGET_MACA 1
#else
#define COOPIFY_TARGET_MACA 0
#endif
#if !COOPIFY_TARGET_SIMT && !COOPIFY_TARGET_MACA && defined(__HIP__)
#define COOPIFY_TARGET_HIP 1
#else
#define COOPIFY_TARGET_HIP 0
#endif
#if !COOPIFY_TARGET_SIMT && !COOPIFY_TARGET_MACA && !COOPIFY_TARGET_HIP &&                         \
    (defined(__CUDACC__) || defined(__CUDA__))
#define COOPIFY_TARGET_CUDA 1
#else
#define COOPIFY_TARGET_CUDA 0
#endif
#define COOPIFY_HAS_TARGET                                                                         \
  (COOPIFY_TARGET_SIMT || COOPIFY_TARGET_MACA || COOPIFY_TARGET_HIP || COOPIFY_TARGET_CUDA)

// --- language ------------------------------------------------------------------

#if COOPIFY_HAS_TARGET && __cplusplus < 201402L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)
#error "the headers of coopify need C++14: compile with -std=c++14 or newer"
#include <coopify/needs-cxx14> // No such file: the compiler stops here and reports nothing else.
#endif

/// Whether this pass makes code for the device; in the other one bodies are parsed and not used.
#if COOPIFY_TARGET_SIMT || defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) ||            \
    defined(__MACA_DEVICE_COMPILE__)
#define COOPIFY_DEVICE_PASS 1
#else
#define COOPIFY_DEVICE_PASS 0
#endif

// --- lanes -------------------------------------------------------------------

#if !defined(COOPIFY_WARP_SIZE) && COOPIFY_TARGET_HIP && COOPIFY_DEVICE_PASS &&                    \
    defined(__has_builtin)
// Only where warps have 64 lanes the other one is missing, also with -mwavefrontsize64.
#if __has_builtin(__builtin_amdgcn_ballot_w64) && !__has_builtin(__builtin_amdgcn_ballot_w32)
#define COOPIFY_WARP_SIZE 64
#endif
#endif
#ifndef COOPIFY_WARP_SIZE
#if COOPIFY_TARGET_MACA
#define COOPIFY_WARP_SIZE 64
#elif COOPIFY_TARGET_HIP && (defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__))
#define COOPIFY_WARP_SIZE 32
#elif COOPIFY_TARGET_HIP // GCN and CDNA; also the host pass, which must accept tiles of 64
#define COOPIFY_WARP_SIZE 64
#else
#define COOPIFY_WARP_SIZE 32
#endif
#endif

// --- CUDA: architectures and toolkit -------------------------------------------

/// Whether lanes of a warp make progress independently, so that collectives name their members
/// and wait for them (sm_70 and later; the CPU machine).
#if COOPIFY_TARGET_SIMT
#define COOPIFY_INDEPENDENT_LANES 1
#elif COOPIFY_TARGET_CUDA && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define COOPIFY_INDEPENDENT_LANES 1
#else
#define COOPIFY_INDEPENDENT_LANES 0
#endif

/// The oldest architecture of the whole compilation, known alike in its host and device passes
/// (nvcc 11.5 and clang 22 list them, sorted); 0 where it is not known.
#define COOPIFY_DETAIL_FIRST(first, ...) first
#define COOPIFY_DETAIL_EXPAND_FIRST(...) COOPIFY_DETAIL_FIRST(__VA_ARGS__, 0)
#if COOPIFY_TARGET_CUDA && defined(__CUDA_ARCH_LIST__)
#define COOPIFY_OLDEST_ARCH COOPIFY_DETAIL_EXPAND_FIRST(__CUDA_ARCH_LIST__)
#else
#define COOPIFY_OLDEST_ARCH 0
#endif

#if COOPIFY_TARGET_CUDA && defined(__CUDACC_VER_MAJOR__)
#define COOPIFY_TOOLKIT (__CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__)
#elif COOPIFY_TARGET_CUDA && defined(CUDA_VERSION)
#define COOPIFY_TOOLKIT (CUDA_VERSION / 1000 * 100 + CUDA_VERSION % 1000 / 10)
#elif COOPIFY_TARGET_CUDA && defined(CUDART_VERSION)
#define COOPIFY_TOOLKIT (CUDART_VERSION / 1000 * 100 + CUDART_VERSION % 1000 / 10)
#else
#define COOPIFY_TOOLKIT 0
#endif

/// Whether the toolkit has the _sync intrinsics, which came with CUDA 9. Below sm_70 they assemble
/// to the instructions they replaced (semantics 0.10); without .sync those bring a warning each.
#ifndef COOPIFY_SYNC_INTRINSICS
#define COOPIFY_SYNC_INTRINSICS (COOPIFY_TOOLKIT == 0 || COOPIFY_TOOLKIT >= 900)
#endif

/// NVIDIA's groups are used where they have every name of the API (invoke_one came with 12.1) on
/// every architecture of the compilation (match needs sm_70), and where the language is new enough
/// for them (13.0's header is C++17). MXMACA has groups of its own.
#ifndef COOPIFY_NATIVE_GROUPS
#if COOPIFY_TARGET_MACA
#define COOPIFY_NATIVE_GROUPS 1
#elif COOPIFY_TOOLKIT >= 1201 && COOPIFY_OLDEST_ARCH >= 700 &&                                     \
    (COOPIFY_TOOLKIT < 1300 || __cplusplus >= 201703L ||                                           \
     (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L))
#define COOPIFY_NATIVE_GROUPS 1
#else
#define COOPIFY_NATIVE_GROUPS 0
#endif
#endif

/// Whether the bundled grid_group can borrow the vendor's grid barrier: the launch belongs to the
/// driver, so no header can bring one. CUDA 11's header needs libcu++, which some packages lack.
#if COOPIFY_TARGET_CUDA && COOPIFY_OLDEST_ARCH >= 600 && COOPIFY_TOOLKIT >= 900 &&                 \
    defined(__has_include)
#if __has_include(<cooperative_groups.h>) &&                                                       \
    (COOPIFY_TOOLKIT < 1100 || __has_include(<cuda/std/type_traits>)) &&                           \
    (COOPIFY_TOOLKIT < 1300 || __cplusplus >= 201703L)
#define COOPIFY_BORROWS_GRID 1
#endif
#endif
#ifndef COOPIFY_BORROWS_GRID
#define COOPIFY_BORROWS_GRID 0
#endif

/// multi_grid_group: from CUDA 9, removed by CUDA 13.
#if (COOPIFY_NATIVE_GROUPS || COOPIFY_BORROWS_GRID) && COOPIFY_TARGET_CUDA && COOPIFY_TOOLKIT < 1300
#define COOPIFY_HAS_MULTI_GRID 1
#else
#define COOPIFY_HAS_MULTI_GRID (COOPIFY_NATIVE_GROUPS && COOPIFY_TARGET_MACA)
#endif

/// match.any / match.all in hardware.
#if !defined(COOPIFY_HARDWARE_MATCH) && COOPIFY_TARGET_CUDA && COOPIFY_INDEPENDENT_LANES
#define COOPIFY_HARDWARE_MATCH 1
#elif !defined(COOPIFY_HARDWARE_MATCH)
#define COOPIFY_HARDWARE_MATCH 0
#endif

// --- functions -----------------------------------------------------------------

#if COOPIFY_HAS_TARGET
/// In front of every function of the runtime; whoever compiles it otherwise may define it.
#if defined(COOPIFY_FN)
#elif defined(__clang__)
#define COOPIFY_FN __device__ inline __attribute__((always_inline))
#else
#define COOPIFY_FN __device__ __forceinline__
#endif
#define COOPIFY_STATIC_FN static COOPIFY_FN
#endif

#if defined(__clang__)
#define COOPIFY_MEMCPY(to, from, bytes) __builtin_memcpy(to, from, bytes)
#else
#define COOPIFY_MEMCPY(to, from, bytes) memcpy(to, from, bytes)
#endif
#if defined(__clang__) && !COOPIFY_TARGET_SIMT // the machine reports its own __trap()
#define COOPIFY_TRAP() __builtin_trap()
#else
#define COOPIFY_TRAP() __trap()
#endif

#ifndef COOPIFY_CHECK
#define COOPIFY_CHECK 0
#endif
#ifndef COOPIFY_PRESENT_ONLY
#define COOPIFY_PRESENT_ONLY 0
#endif

#endif // COOPIFY_DETAIL_TARGET_H
