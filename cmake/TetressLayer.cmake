# A layer of the library: one OBJECT target whose include path holds its own folder and those of the
# layers below, so that an include that points up does not compile.
#
#   tetress_layer(FOLDER SOURCES file... [BELOW folder...])
#
# The target of the folder search/common is tetress_search_common.
function(tetress_layer folder)
  cmake_parse_arguments(LAYER "" "" "SOURCES;BELOW" ${ARGN})
  string(REPLACE "/" "_" target tetress_${folder})
  add_library(${target} OBJECT ${LAYER_SOURCES})
  target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/${folder}
                                              ${PROJECT_SOURCE_DIR}/include)
  foreach(below IN LISTS LAYER_BELOW)
    string(REPLACE "/" "_" below ${below})
    target_link_libraries(${target} PUBLIC tetress_${below})
  endforeach()
  target_compile_definitions(${target} PRIVATE TETRESS_BUILD)
  set_target_properties(
    ${target}
    PROPERTIES C_STANDARD 11
               C_STANDARD_REQUIRED ON
               C_EXTENSIONS OFF
               C_VISIBILITY_PRESET hidden
               POSITION_INDEPENDENT_CODE ON)
  tetress_warnings(${target})
endfunction()
