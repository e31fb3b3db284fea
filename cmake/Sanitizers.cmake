# TETRESS_SANITIZE: a list for -fsanitize=, such as "address,undefined" or "thread".
if(TETRESS_SANITIZE)
  add_compile_options(-fsanitize=${TETRESS_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TETRESS_SANITIZE})
endif()
