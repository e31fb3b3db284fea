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

# An instruction set that kernels may be built for with these flags, if the compiler builds for x86-64 and knows
# them. The layer base tells all layers by TTR_HAVE_NAME.
#
#   tetress_instruction_set(NAME flag...)
include(CheckCSourceCompiles)
function(tetress_instruction_set name)
  string(TOUPPER ${name} upper)
  list(JOIN ARGN " " CMAKE_REQUIRED_FLAGS)
  check_c_source_compiles("
#include <immintrin.h>
#ifndef __x86_64__
#error other processor
#endif
int main(void) { return _mm256_testz_si256(_mm256_setzero_si256(), _mm256_setzero_si256()); }"
                          TETRESS_COMPILES_${upper})
  if(TETRESS_COMPILES_${upper})
    target_compile_definitions(tetress_base PUBLIC TTR_HAVE_${upper})
    set(tetress_instruction_sets ${tetress_instruction_sets} ${name} PARENT_SCOPE)
    set(tetress_flags_${name} ${ARGN} PARENT_SCOPE)
  endif()
endfunction()

# A source of a layer for one instruction set, LAYER/FILE_NAME.c: built with the flags of that set, as no other file
# is, if the set may be built for.
#
#   tetress_kernel(LAYER FILE NAME)
function(tetress_kernel layer file name)
  if(name IN_LIST tetress_instruction_sets)
    target_sources(tetress_${layer} PRIVATE ${layer}/${file}_${name}.c)
    set_source_files_properties(${layer}/${file}_${name}.c PROPERTIES COMPILE_OPTIONS
                                                                      "${tetress_flags_${name}}")
  endif()
endfunction()

# A source of a layer for every instruction set and a portable one, for each FILE.
#
#   tetress_kernels(LAYER FILE...)
function(tetress_kernels layer)
  foreach(file IN LISTS ARGN)
    target_sources(tetress_${layer} PRIVATE ${layer}/${file}_portable.c)
    foreach(name IN LISTS tetress_instruction_sets)
      tetress_kernel(${layer} ${file} ${name})
    endforeach()
  endforeach()
endfunction()
