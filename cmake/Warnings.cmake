# Warnings for our own targets, and flags on which exact results depend.
function(tetress_warnings target)
  if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(
      ${target}
      PRIVATE -Wall
              -Wextra
              -Wpedantic
              -Wshadow
              -Wconversion
              -Wstrict-prototypes
              -Wmissing-prototypes
              -Wundef
              -Wvla
              -Wwrite-strings
              -Wdouble-promotion
              # a fused multiply-add rounds once instead of twice: scores would depend on the machine
              -ffp-contract=off)
    if(TETRESS_WERROR)
      target_compile_options(${target} PRIVATE -Werror)
    endif()
  endif()
endfunction()
