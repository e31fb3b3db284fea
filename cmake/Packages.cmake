# Libraries of others, which pkg-config finds, and the Debian packages that bring them.

# Look for MODULE: sets <MODULE>_FOUND, makes the target PkgConfig::<MODULE>, and where it is missing
# puts into <MODULE>_MISSING what to install.
#
#   tetress_find_package(MODULE DEBIAN_PACKAGE)
macro(tetress_find_package module package)
  find_package(PkgConfig QUIET)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(${module} QUIET IMPORTED_TARGET GLOBAL ${module})
    set(${module}_MISSING "${module} (Debian: apt install ${package})")
  else()
    set(${module}_FOUND FALSE)
    set(${module}_MISSING "pkg-config, which finds ${module} (Debian: apt install pkg-config ${package})")
  endif()
endmacro()

# The same for what cannot be done without: stop and say what OPTION is missing.
#
#   tetress_need_package(OPTION MODULE DEBIAN_PACKAGE)
macro(tetress_need_package option module package)
  tetress_find_package(${module} ${package})
  if(NOT ${module}_FOUND)
    message(FATAL_ERROR "${option}=ON needs ${${module}_MISSING}")
  endif()
endmacro()
