# cmake -DDIR=<headers> -DRUNTIME=<runtime/include> -DOUT=<cpp> -P EmbedHeaders.cmake
# Those of DIR are mounted below an -I, so that no user's -I comes first, and say
# themselves that they are the system's. Those of RUNTIME are kept to the byte:
# --install-runtime writes them.
function(embed_headers FROM PREFIX NAME FUNCTION)
  file(GLOB_RECURSE HEADERS RELATIVE ${FROM} ${FROM}/*.h ${FROM}/shim/*)
  list(REMOVE_DUPLICATES HEADERS)
  list(SORT HEADERS)
  set(TEXT "static const EmbeddedFile ${NAME}[] = {\n")
  foreach(HEADER IN LISTS HEADERS)
    file(READ ${FROM}/${HEADER} CONTENT)
    string(APPEND TEXT "{\"${HEADER}\", R\"embedded(${PREFIX}${CONTENT})embedded\"},\n")
  endforeach()
  string(APPEND TEXT
    "};\nllvm::ArrayRef<EmbeddedFile> ${FUNCTION}() { return ${NAME}; }\n")
  file(APPEND ${OUT} "${TEXT}")
  string(SHA256 DIGEST "${TEXT}")
  set(DIGEST ${DIGEST} PARENT_SCOPE)
endfunction()

file(WRITE ${OUT} "#include \"Frontend/ToolkitFiles.h\"\n\nnamespace coopify {\n")
embed_headers(${DIR} "#pragma GCC system_header\n" Files embeddedFiles)
file(APPEND ${OUT} "llvm::StringRef embeddedDigest() { return \"${DIGEST}\"; }\n")
embed_headers(${RUNTIME} "" Runtime runtimeFiles)
file(APPEND ${OUT} "} // namespace coopify\n")
