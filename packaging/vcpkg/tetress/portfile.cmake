# libtetress for vcpkg, from the checkout that this file lies in. Untried: see packaging/README.md.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(library static)
if(VCPKG_LIBRARY_LINKAGE STREQUAL "dynamic")
  set(library shared)
endif()
vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES tools TETRESS_BUILD_TOOLS)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${features} -DTETRESS_INSTALL_LIBRARIES=${library})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/tetress)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES tetress AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
