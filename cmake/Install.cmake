# What `cmake --install` puts where: header, both libraries, CMake package, pkg-config file, program
# with its manual pages and the completion of its command lines.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/tetress DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(
  TARGETS tetress tetress_static
  EXPORT tetressTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(
  EXPORT tetressTargets
  NAMESPACE tetress::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tetress)

configure_package_config_file(
  cmake/tetressConfig.cmake.in tetressConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tetress)
write_basic_package_version_file(tetressConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tetressConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/tetressConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tetress)

# Relative to itself, so that an installed tree can be moved.
file(RELATIVE_PATH pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
configure_file(cmake/tetress.pc.in tetress.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tetress.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(tetress_tools)
  install(TARGETS tetress_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(NOT CMAKE_CROSSCOMPILING)
    install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/tools/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    # Where both shells look under /usr and /usr/local.
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tools/completion/tetress
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tools/completion/_tetress
            DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  endif()
endif()
