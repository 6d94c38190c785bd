# Run by cpack on the files of the packages, each below a folder of its own: adds the files that
# Debian's policy requires.
set(ROOT ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
set(SHARE ${CPACK_PACKAGING_INSTALL_PREFIX}/share)
execute_process(COMMAND gzip -9n ${ROOT}/coopify${SHARE}/man/man1/coopify.1 COMMAND_ERROR_IS_FATAL ANY)
set(COPYRIGHT
    "Copyright: the contributors of coopify, and of LLVM, parts of which are linked in
License: Apache-2.0 with LLVM exceptions

The license is in /usr/share/common-licenses/Apache-2.0; with the exceptions it
is in /usr/share/doc/coopify/LICENSE.
")
file(WRITE ${ROOT}/coopify${SHARE}/doc/coopify/copyright "${COPYRIGHT}")
file(WRITE ${ROOT}/simt${SHARE}/doc/coopify-simt/copyright "${COPYRIGHT}")
