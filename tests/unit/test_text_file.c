/* SPDX-License-Identifier: MIT */
/* Text as programs of Windows write it. */
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "text_file.h"

#define BYTES(text) text, sizeof(text) - 1

static void every_form_of_a_text_is_read(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *text;
        size_t length;
    } ROWS[] = {
        {BYTES(""), BYTES("")},
        {BYTES("a"), BYTES("a")},
        {BYTES("abc\r\n"), BYTES("abc\r\n")},
        {BYTES("\xef\xbb\xbf"), BYTES("")},
        {BYTES("\xef\xbb\xbf"
               "ab"),
         BYTES("ab")},
        {BYTES("\xef\xbb"), BYTES("\xef\xbb")},
        {BYTES("\xff\xfe"), BYTES("")},
        {BYTES("\xff\xfe"
               "a\0b\0\r\0\n\0"),
         BYTES("ab\r\n")},
        {BYTES("\xfe\xff"
               "\0a\0b"),
         BYTES("ab")},
        {BYTES("a\0b\0"), BYTES("ab")},
        {BYTES("\0a\0b\0c"), BYTES("abc")},
        {BYTES("a\0b\0c"), BYTES("ab")},              /* half a unit at the end */
        {BYTES("\xff\xfe\xe9\0"), BYTES("\xc3\xa9")}, /* two bytes */
        {BYTES("\xff\xfe\xf7\x21"), BYTES("\xe2\x87\xb7")},
        {BYTES("\xff\xfe\x3d\xd8\x00\xde"), BYTES("\xf0\x9f\x98\x80")}, /* a pair of units */
        {BYTES("\xff\xfe\x3d\xd8"), BYTES("\xef\xbf\xbd")},             /* half a pair */
        {BYTES("\xff\xfe\x3d\xd8"
               "a\0"),
         BYTES("\xef\xbf\xbd"
               "a")},
        {BYTES("\xff\xfe\x00\xde"), BYTES("\xef\xbf\xbd")},
        {BYTES("\0\0a\0"), BYTES("\0\0a\0")}, /* no text at all: as it is */
        {BYTES("a\0\0b"), BYTES("a\0\0b")},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        size_t size = ROWS[i].size;
        char *text = malloc(size + 1);

        assert_non_null(text);
        memcpy(text, ROWS[i].bytes, size);
        text = text_file_decode(text, &size);
        assert_non_null(text);
        assert_int_equal(size, ROWS[i].length);
        assert_memory_equal(text, ROWS[i].text, size);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_a_text_is_read),
    };

    return cmocka_run_group_tests_name("text_file", tests, NULL, NULL);
}
