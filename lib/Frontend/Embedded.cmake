# The headers of embedded/ and of the runtime go into the program as text, and the
# place of the clang whose headers they build on is fixed at configure time.
set(EMBEDDED_DIR ${CMAKE_CURRENT_LIST_DIR}/embedded)
set(EMBEDDED_CPP ${CMAKE_BINARY_DIR}/generated/EmbeddedHeaders.cpp)
set(RUNTIME_DIR ${PROJECT_SOURCE_DIR}/runtime/include)
file(GLOB_RECURSE EMBEDDED_HEADERS CONFIGURE_DEPENDS ${EMBEDDED_DIR}/*.h ${EMBEDDED_DIR}/shim/*
                                                     ${RUNTIME_DIR}/*.h)
add_custom_command(
  OUTPUT ${EMBEDDED_CPP}
  COMMAND ${CMAKE_COMMAND} -DDIR=${EMBEDDED_DIR} -DRUNTIME=${RUNTIME_DIR} -DOUT=${EMBEDDED_CPP}
          -P ${CMAKE_CURRENT_LIST_DIR}/EmbedHeaders.cmake
  DEPENDS ${EMBEDDED_HEADERS} ${CMAKE_CURRENT_LIST_DIR}/EmbedHeaders.cmake
  COMMENT "Embedding CUDA headers")

file(GLOB CLANG_RESOURCE_DIRS ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}*)
list(GET CLANG_RESOURCE_DIRS 0 CLANG_RESOURCE_DIR)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/Command/PassArguments.cpp PROPERTIES COMPILE_DEFINITIONS
  "COOPIFY_RESOURCE_DIR=\"${CLANG_RESOURCE_DIR}\";COOPIFY_CLANG=\"${LLVM_TOOLS_BINARY_DIR}/clang++\"")
target_sources(coopifyFrontend PRIVATE ${EMBEDDED_CPP})
