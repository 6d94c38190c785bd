// What nvcc's host compiler says of its version: the libstdc++ that is there is gcc's. In the user's
// files __GNUC__ is read as __QNUC__ (NvccMacros.def).
#ifndef COOPIFY_GCC_H
#define COOPIFY_GCC_H

#ifdef _GLIBCXX_RELEASE
#define __QNUC__ _GLIBCXX_RELEASE
#else
#define __QNUC__ __GNUC__
#endif
#define __QNUG__ __QNUC__
#define __QNUC_MINOR__ 2
#define __QNUC_PATCHLEVEL__ 0
#define __QNUC_PREREQ(major, minor) ((__QNUC__ << 16) + __QNUC_MINOR__ >= ((major) << 16) + (minor))

#endif
