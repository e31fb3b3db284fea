#!/bin/sh
# SPDX-License-Identifier: MIT
# Run a test whose every process may compute for so many seconds: a limit for hangs that does not
# depend on how busy the machine is.
#
# limited.sh SECONDS COMMAND [ARGUMENT...]
# shellcheck disable=SC3045 # dash and bash have it
ulimit -t "$1"
shift
exec "$@"
