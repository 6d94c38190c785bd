# Run by cpack on what goes into a package: as Debian's policy wants some of it.
set(SHARE ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
execute_process(COMMAND gzip -9n ${SHARE}/man/man1/coopify.1 COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${SHARE}/doc/coopify/copyright
     "Copyright: the contributors of coopify, and of LLVM, parts of which are linked in
License: Apache-2.0 with LLVM exceptions

The license is in /usr/share/common-licenses/Apache-2.0; with the exceptions it
is in /usr/share/doc/coopify/LICENSE.
")
