# The Debian packages: `cpack -G DEB` in the build folder, or `./dev package`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME coopify)
set(CPACK_PACKAGE_CONTACT "The coopify maintainers <maintainers@coopify.invalid>")
# The first line of a description is its summary. CPACK_PACKAGE_DESCRIPTION_SUMMARY would be that of
# both packages.
set(CPACK_COMPONENT_COOPIFY_DESCRIPTION
    "rewrites warp-synchronous CUDA into cooperative groups
Legacy CUDA and HIP code calls __shfl_down, __ballot and the like without
saying which lanes of the warp take part, and CUDA 13 rejects it. coopify
rewrites such code into explicit cooperative groups where it can prove that
the meaning stays the same; where it cannot, it changes nothing and reports
the obstacle. It needs no CUDA toolkit.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL coopify simt)
set(CPACK_DEBIAN_COOPIFY_PACKAGE_NAME coopify)
# Headers that are parsed: those of the clang that is linked in, and those of C and C++.
set(CPACK_DEBIAN_COOPIFY_PACKAGE_DEPENDS
    "libclang-common-${LLVM_VERSION_MAJOR}-dev, libstdc++-12-dev | libstdc++-dev")
set(CPACK_DEBIAN_COOPIFY_PACKAGE_RECOMMENDS git) # coopify does not write over uncommitted changes
set(CPACK_DEBIAN_COOPIFY_PACKAGE_SUGGESTS
    "coopify-simt, clang-tidy-${LLVM_VERSION_MAJOR}, clang-tools-${LLVM_VERSION_MAJOR}, cmake, bear")

# The SIMT machine: programs in Python around the compiler, its linker and its tools for objects.
set(CPACK_DEBIAN_SIMT_PACKAGE_NAME coopify-simt)
set(CPACK_COMPONENT_SIMT_DESCRIPTION
    "CPU SIMT machine of coopify
simtcc compiles CUDA programs for the CPU, and simtrun runs them under many
schedules of their threads to find races and deadlocks, without a GPU.
'coopify --try' uses it to compare a program before and after its rewrites.")
set(CPACK_DEBIAN_SIMT_PACKAGE_DEPENDS
    "coopify (= ${PROJECT_VERSION}), clang-${LLVM_VERSION_MAJOR}, lld-${LLVM_VERSION_MAJOR}, \
llvm-${LLVM_VERSION_MAJOR}, python3")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/DebianFiles.cmake)
include(CPack)
