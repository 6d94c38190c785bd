# Run as a script: writes OUTPUT, which defines embeddedPages() with the text of PAGES.
# The pages are in the program so that --explain works wherever it is installed.
set(ENTRIES "")
foreach(PAGE IN LISTS PAGES)
  get_filename_component(NAME "${PAGE}" NAME_WE)
  file(READ "${PAGE}" TEXT)
  # What is said to utils/run_docs.py is not for readers.
  string(REGEX REPLACE "<!-- [^\n]* -->\n" "" TEXT "${TEXT}")
  string(APPEND ENTRIES "    {\"${NAME}\", R\"coopify~(${TEXT})coopify~\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"Pages.h\"

static constexpr coopify::Page All[] = {
${ENTRIES}    {\"\", \"\"}, // no array is empty
};

llvm::ArrayRef<coopify::Page> coopify::embeddedPages() {
  return llvm::ArrayRef(All).drop_back();
}
")
