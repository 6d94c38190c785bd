# cmake -DDIR=<folder> -DOUT=<cpp> -P EmbedPage.cmake
file(READ ${DIR}/page.css STYLE)
file(READ ${DIR}/page.js SCRIPT)
# Either would end its element.
if("${STYLE}${SCRIPT}" MATCHES "</(style|script)")
  message(FATAL_ERROR "page.css and page.js may not name the end of their element")
endif()
file(WRITE ${OUT} "#include \"Report/Page/Page.h\"

llvm::StringRef coopify::pageStyle() { return R\"embedded(
${STYLE})embedded\"; }
llvm::StringRef coopify::pageScript() { return R\"embedded(
${SCRIPT})embedded\"; }
")
