# The manual page and what completes the command line in shells: the program prints them, so they
# say what it says. They lie in build/share as they are installed.
function(coopify_page PLACE FILE FLAG)
  set(PAGE ${CMAKE_BINARY_DIR}/share/${PLACE}/${FILE})
  add_custom_command(
    OUTPUT ${PAGE}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/share/${PLACE}
    COMMAND coopify ${FLAG} > ${PAGE}
    DEPENDS coopify
    VERBATIM)
  set_property(GLOBAL APPEND PROPERTY COOPIFY_PAGES ${PAGE})
  install(FILES ${PAGE} DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/${PLACE})
endfunction()

coopify_page(man/man1 coopify.1 --help-man)
coopify_page(bash-completion/completions coopify --help-completion=bash)
coopify_page(zsh/site-functions _coopify --help-completion=zsh)
coopify_page(fish/vendor_completions.d coopify.fish --help-completion=fish)

get_property(PAGES GLOBAL PROPERTY COOPIFY_PAGES)
add_custom_target(coopify-pages ALL DEPENDS ${PAGES})
