# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by scripts/demo and scripts/test. POSIX sh.

# Install those of the named Debian packages that are missing. Root is asked for only then.
need_packages() {
    missing=""
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    root=""
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "these Debian packages are missing and there is no sudo:$missing" >&2
            exit 1
        }
        root=sudo
    fi
    step "installing$missing"
    case "$missing" in
    # Debian's own architecture for packages of this name, or one beside it.
    *:arm64*) $root dpkg --add-architecture arm64 ;;
    esac
    with_progress "$root" apt-get update
    # shellcheck disable=SC2086 # a list of words
    with_progress "$root" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}

# with_progress ROOT COMMAND...: run a command that says much, show what matters of it: how much apt
# loads and takes on disk, and every few seconds its last line. Stop with all of it if it fails.
with_progress() {
    log=$(mktemp)
    status=$(mktemp)
    root=$1
    shift
    (
        # shellcheck disable=SC2086 # no word where root is not needed
        $root "$@" >"$log" 2>&1 </dev/null
        echo $? >"$status"
    ) &
    waited=0
    told=""
    while [ ! -s "$status" ]; do
        sleep 1
        waited=$((waited + 1))
        if [ -z "$told" ] && grep -E '^(Need to get|After this operation|  Download size|  Space needed)' "$log"; then
            told=yes
        fi
        [ $((waited % 5)) -ne 0 ] || printf '[%5d s] %.100s\n' "$waited" "$(tail -n 1 "$log")"
    done
    wait
    rc=$(cat "$status")
    [ "$rc" -eq 0 ] || cat "$log" >&2
    rm -f "$log" "$status"
    [ "$rc" -eq 0 ] || exit "$rc"
}

# Say what comes next.
step() {
    printf '\n== %s\n' "$*"
}
