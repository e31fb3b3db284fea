# SPDX-License-Identifier: MIT
# Sourced by scripts/demo and scripts/test. POSIX sh.

# Install those of the named Debian packages that are missing. Root is asked for only then.
need_packages() {
    missing=""
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    echo "installing$missing"
    root=""
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "these Debian packages are missing and there is no sudo:$missing" >&2
            exit 1
        }
        root=sudo
    fi
    $root apt-get update -qq
    # shellcheck disable=SC2086 # a list of words
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        $missing >/dev/null
}

# Say what comes next.
step() {
    printf '\n== %s\n' "$*"
}
