/* SPDX-License-Identifier: MIT */
/* Engines from player specs, with the weights of a file where a spec names one. */
#include "engines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "names.h"

/* Weights are far smaller than this, so a larger file holds something else. */
#define LARGEST_WEIGHTS 65536

/* Why a file could not be read. */
static const char *why_unread(FILE *file)
{
    return file != NULL && !ferror(file) ? "it is empty" : strerror(errno);
}

static bool load_weights(tetress_engine *engine, const char *path, char *fault, size_t fault_size)
{
    unsigned char *data = malloc(LARGEST_WEIGHTS);
    FILE *file = fopen(path, "rb");
    size_t size = data != NULL && file != NULL ? fread(data, 1, LARGEST_WEIGHTS, file) : 0;
    bool loaded = size > 0 && tetress_engine_set_weights(engine, data, size) == TETRESS_OK;

    if (!loaded && size > 0)
        snprintf(fault, fault_size, "%s: %s", path, tetress_engine_error(engine)->text);
    else if (!loaded)
        snprintf(fault, fault_size, "%s: cannot be read: %s", path, why_unread(file));
    if (file != NULL)
        fclose(file);
    free(data);
    return loaded;
}

bool make_engine(const char *spec, tetress_engine **engine, char *fault, size_t fault_size)
{
    tetress_error error = TETRESS_ERROR_INIT;
    char told[TOLD_ERROR];
    const char *path = strchr(spec, '@');
    size_t length = path != NULL ? (size_t)(path - spec) : strlen(spec);
    char *player = malloc(length + 1);

    *engine = NULL;
    if (player == NULL) {
        snprintf(fault, fault_size, "out of memory");
        return false;
    }
    memcpy(player, spec, length);
    player[length] = '\0';
    if (tetress_engine_new(NULL, player, engine, &error) != TETRESS_OK)
        snprintf(fault, fault_size, "%s", told_error(&error, player, told));
    free(player);
    if (*engine == NULL)
        return false;
    if (path != NULL && path[1] == '\0')
        snprintf(fault, fault_size, "the file of weights is missing after '@'");
    else if (path == NULL || load_weights(*engine, path + 1, fault, fault_size))
        return true;
    tetress_engine_free(*engine);
    *engine = NULL;
    return false;
}

int engine_from_spec(const char *spec, tetress_engine **engine)
{
    char fault[256];

    if (make_engine(spec, engine, fault, sizeof fault))
        return EXIT_DONE;
    return problem("'%s': %s", spec, fault);
}
