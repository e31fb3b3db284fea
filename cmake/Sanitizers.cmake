# TETRESS_SANITIZE: a list for -fsanitize=, such as "address,undefined" or "thread".
if(TETRESS_SANITIZE)
  add_compile_options(-fsanitize=${TETRESS_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TETRESS_SANITIZE})
  if(TETRESS_SANITIZE MATCHES "unsigned-integer-overflow")
    # ccache does not look into the list: a name with its checksum tells it of a change
    set(tetress_wraparound ${PROJECT_SOURCE_DIR}/cmake/wraparound.txt)
    file(SHA256 ${tetress_wraparound} tetress_wraparound_sum)
    string(SUBSTRING ${tetress_wraparound_sum} 0 16 tetress_wraparound_sum)
    set(tetress_wraparound_copy ${PROJECT_BINARY_DIR}/wraparound-${tetress_wraparound_sum}.txt)
    configure_file(${tetress_wraparound} ${tetress_wraparound_copy} COPYONLY)
    add_compile_options(-fsanitize-ignorelist=${tetress_wraparound_copy})
  endif()
endif()

# An interpreter that was built without AddressSanitizer can load our libraries only if the sanitizer is a shared
# library that is preloaded. gcc's is one, clang's is on demand; fuzz targets bring their own.
if(TETRESS_SANITIZE MATCHES "address" AND NOT TETRESS_BUILD_FUZZERS)
  set(tetress_asan_name libasan.so)
  if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    set(tetress_asan_name libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
  endif()
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=${tetress_asan_name}
                  OUTPUT_VARIABLE tetress_asan_library OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    get_filename_component(tetress_asan_folder ${tetress_asan_library} DIRECTORY)
    add_compile_options(-shared-libasan)
    add_link_options(-shared-libasan -Wl,-rpath,${tetress_asan_folder})
  endif()
endif()
