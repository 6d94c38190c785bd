# The Debian package: `cpack -G DEB` in the build folder, or `./dev package`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME coopify)
set(CPACK_PACKAGE_CONTACT "The coopify maintainers <maintainers@coopify.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "rewrites warp-synchronous CUDA into cooperative groups")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Legacy CUDA and HIP code calls __shfl_down, __ballot and the like without
saying which lanes of the warp take part, and CUDA 13 rejects it. coopify
rewrites such code into explicit cooperative groups where it can prove that
the meaning stays the same; where it cannot, it changes nothing and says what
is in the way. It needs no CUDA toolkit.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What is parsed and not linked: clang's own headers, which have to be of the clang that is linked
# in, and those of C and C++.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "libclang-common-${LLVM_VERSION_MAJOR}-dev, libstdc++-12-dev | libstdc++-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS git) # what is uncommitted is not written over
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "clang-tidy-${LLVM_VERSION_MAJOR}, clang-tools-${LLVM_VERSION_MAJOR}, \
clang-${LLVM_VERSION_MAJOR}, lld-${LLVM_VERSION_MAJOR}, llvm-${LLVM_VERSION_MAJOR}, python3")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/DebianFiles.cmake)
include(CPack)
