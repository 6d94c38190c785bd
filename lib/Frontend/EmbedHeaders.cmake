# cmake -DDIR=<headers> -DOUT=<cpp> -P EmbedHeaders.cmake
# They are mounted below an -I, so that no user's -I comes first, and say
# themselves that they are the system's.
file(GLOB_RECURSE HEADERS RELATIVE ${DIR} ${DIR}/*.h)
list(SORT HEADERS)
set(TEXT "#include \"Frontend/ToolkitFiles.h\"\n\nnamespace coopify {\nstatic const EmbeddedFile Files[] = {\n")
foreach(HEADER IN LISTS HEADERS)
  file(READ ${DIR}/${HEADER} CONTENT)
  string(APPEND TEXT
    "{\"${HEADER}\", R\"embedded(#pragma GCC system_header\n${CONTENT})embedded\"},\n")
endforeach()
string(APPEND TEXT "};\nllvm::ArrayRef<EmbeddedFile> embeddedFiles() { return Files; }\n} // namespace coopify\n")
file(WRITE ${OUT} "${TEXT}")
