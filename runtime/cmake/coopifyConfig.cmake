# find_package(coopify): the target coopify::runtime, the headers of <coopify/...>.
include(${CMAKE_CURRENT_LIST_DIR}/coopifyTargets.cmake)
