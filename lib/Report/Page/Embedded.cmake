# The style and the script of the HTML report go into the program as text: a report is one file.
set(PAGE_CPP ${CMAKE_BINARY_DIR}/generated/ReportPage.cpp)
set(PAGE_DIR ${CMAKE_CURRENT_LIST_DIR})
add_custom_command(
  OUTPUT ${PAGE_CPP}
  COMMAND ${CMAKE_COMMAND} -DDIR=${PAGE_DIR} -DOUT=${PAGE_CPP} -P ${PAGE_DIR}/EmbedPage.cmake
  DEPENDS ${PAGE_DIR}/page.css ${PAGE_DIR}/page.js ${PAGE_DIR}/EmbedPage.cmake
  COMMENT "Embedding the style and script of the HTML report")
target_sources(coopifyReport PRIVATE ${PAGE_CPP})
