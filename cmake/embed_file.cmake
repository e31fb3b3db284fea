# A file as a C array, for programs that need no file at run time.
#
#   cmake -DINPUT=file -DOUTPUT=file.c -DNAME=identifier -P embed_file.cmake
#
# defines `const unsigned char NAME[]` and `const size_t NAME_size`.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(...............................................................................,)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include <stddef.h>\nextern const unsigned char ${NAME}[];\nextern const size_t ${NAME}_size;\n"
                     "const unsigned char ${NAME}[] = {\n${bytes}\n};\nconst size_t ${NAME}_size = sizeof ${NAME};\n")
