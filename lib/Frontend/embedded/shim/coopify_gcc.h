// What nvcc's host compiler says of its version: the libstdc++ that is there is gcc's. In the user's
// files __GNUC__ is read as __QNUC__ (NvccMacros.def).
#ifndef COOPIFY_GCC_H
#define COOPIFY_GCC_H

// nvcc says -D__CUDACC__, clang defines it as nothing: an #if wants the number.
#if defined(__QVCC__) && defined(__CUDACC__)
#undef __CUDACC__
#define __CUDACC__ 1
#endif

#if defined(__QNUC__) // the command's -D__GNUC__
#elif defined(_GLIBCXX_RELEASE)
#define __QNUC__ _GLIBCXX_RELEASE
#else
#define __QNUC__ __GNUC__
#endif
#define __QNUG__ __QNUC__
#define __QNUC_MINOR__ 2
#define __QNUC_PATCHLEVEL__ 0
#define __QNUC_PREREQ(major, minor) ((__QNUC__ << 16) + __QNUC_MINOR__ >= ((major) << 16) + (minor))

// Which builtins and attributes gcc 12 and clang 22 do not share, as far as code asks for them (measured:
// __has_builtin and __has_attribute of both). clang's nvvm builtins are none of its host's.
#if __QNUC__ >= 10
#define __Qas_builtin(x) ((__has_builtin(x) && !COOPIFY_OF_CLANG_##x) || COOPIFY_OF_GCC_##x)
#endif
#define __Qas_attribute(x) ((__has_attribute(x) && !COOPIFY_OF_CLANG_##x) || COOPIFY_OF_GCC_##x)
#define COOPIFY_OF_CLANG___builtin_COLUMN 1
#define COOPIFY_OF_CLANG___builtin_assume 1
#define COOPIFY_OF_CLANG___builtin_available 1
#define COOPIFY_OF_CLANG___builtin_bitreverse8 1
#define COOPIFY_OF_CLANG___builtin_bitreverse16 1
#define COOPIFY_OF_CLANG___builtin_bitreverse32 1
#define COOPIFY_OF_CLANG___builtin_bitreverse64 1
#define COOPIFY_OF_CLANG___builtin_choose_expr 1
#define COOPIFY_OF_CLANG___builtin_debugtrap 1
#define COOPIFY_OF_CLANG___builtin_dump_struct 1
#define COOPIFY_OF_CLANG___builtin_nontemporal_load 1
#define COOPIFY_OF_CLANG___builtin_nontemporal_store 1
#define COOPIFY_OF_CLANG___builtin_operator_new 1
#define COOPIFY_OF_CLANG___builtin_operator_delete 1
#define COOPIFY_OF_CLANG___builtin_popcountg 1
#define COOPIFY_OF_CLANG___builtin_readcyclecounter 1
#define COOPIFY_OF_CLANG___builtin_rotateleft32 1
#define COOPIFY_OF_CLANG___builtin_rotateleft64 1
#define COOPIFY_OF_CLANG___builtin_rotateright32 1
#define COOPIFY_OF_CLANG___builtin_rotateright64 1
#define COOPIFY_OF_CLANG___builtin_unpredictable 1
#define COOPIFY_OF_CLANG___make_integer_seq 1
#define COOPIFY_OF_CLANG___type_pack_element 1
#define COOPIFY_OF_CLANG_annotate 1
#define COOPIFY_OF_CLANG_availability 1
#define COOPIFY_OF_CLANG_constant 1
#define COOPIFY_OF_CLANG_convergent 1
#define COOPIFY_OF_CLANG_device 1
#define COOPIFY_OF_CLANG_diagnose_if 1
#define COOPIFY_OF_CLANG_enable_if 1
#define COOPIFY_OF_CLANG_ext_vector_type 1
#define COOPIFY_OF_CLANG_global 1
#define COOPIFY_OF_CLANG_host 1
#define COOPIFY_OF_CLANG_internal_linkage 1
#define COOPIFY_OF_CLANG_launch_bounds 1
#define COOPIFY_OF_CLANG_lifetimebound 1
#define COOPIFY_OF_CLANG_musttail 1
#define COOPIFY_OF_CLANG_nodebug 1
#define COOPIFY_OF_CLANG_noduplicate 1
#define COOPIFY_OF_CLANG_nouwtable 1
#define COOPIFY_OF_CLANG_optnone 1
#define COOPIFY_OF_CLANG_overloadable 1
#define COOPIFY_OF_CLANG_shared 1
#define COOPIFY_OF_GCC___builtin_clear_padding 1
#define COOPIFY_OF_GCC___builtin_shuffle 1
#define COOPIFY_OF_GCC_access 1
#define COOPIFY_OF_GCC_copy 1
#define COOPIFY_OF_GCC_externally_visible 1
#define COOPIFY_OF_GCC_no_reorder 1
#define COOPIFY_OF_GCC_noclone 1
#define COOPIFY_OF_GCC_noipa 1
#define COOPIFY_OF_GCC_optimize 1
#define COOPIFY_OF_GCC_simd 1
#define COOPIFY_OF_GCC_stack_protect 1

#include "coopify_gcc_macros.h"

#endif
