# What `cmake --install` puts where: header, both libraries, CMake package, pkg-config file, program
# with its manual pages and the completion of its command lines. `cpack` makes archives of the same.
include(CMakePackageConfigHelpers)

# Managers of packages want one of the libraries.
if(TETRESS_INSTALL_LIBRARIES STREQUAL "both")
  set(libraries tetress tetress_static)
elseif(TETRESS_INSTALL_LIBRARIES STREQUAL "shared")
  set(libraries tetress)
elseif(TETRESS_INSTALL_LIBRARIES STREQUAL "static")
  set(libraries tetress_static)
else()
  message(FATAL_ERROR "TETRESS_INSTALL_LIBRARIES is both, shared or static, not \"${TETRESS_INSTALL_LIBRARIES}\"")
endif()

install(DIRECTORY include/tetress DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(
  TARGETS ${libraries}
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

# A program that links the static library alone needs what the library needs.
set(pc_private "-lm -pthread")
set(pc_libs "-ltetress")
set(pc_cflags "")
if(TETRESS_INSTALL_LIBRARIES STREQUAL "static")
  set(pc_libs "${pc_libs} ${pc_private}")
  set(pc_cflags " -DTETRESS_STATIC")
endif()
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

install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(PROJECT_IS_TOP_LEVEL)
  string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" system)
  set(CPACK_GENERATOR TGZ ZIP)
  set(CPACK_PACKAGE_FILE_NAME tetress-${PROJECT_VERSION}-${system})
  set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_SOURCE_IGNORE_FILES "/build/;/\\.git/;_cache/;/\\.hypothesis/;__pycache__/")
  set(CPACK_VERBATIM_VARIABLES ON)
  include(CPack)
endif()
