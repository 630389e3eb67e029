# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Sourced by the other scripts: the root of the repository, messages, and the Swift to use.

# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
readonly root

# The oldest Swift that builds the package.
readonly swift_wanted="6.3"

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "${0##*/}: $*"
    exit 1
}

# Prints the version of the Swift at a path, or nothing if it does not run.
swift_version() {
    "$1" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1
}

# Returns whether version $1 is at least version $2.
is_at_least() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# Prints the directories that have a Swift, the best first. ONCUE_SWIFT names one to prefer.
swift_places() {
    local directory
    for directory in "${ONCUE_SWIFT:-}" "$(dirname "$(command -v swift || echo /nowhere/swift)")" \
        /opt/swift/usr/bin /opt/swift*/usr/bin /usr/libexec/swift/bin /usr/libexec/swift/*/bin /usr/local/swift/usr/bin \
        "${HOME:-/root}/.local/share/swiftly/bin" "${HOME:-/root}/.swiftly/bin"; do
        if [ -x "$directory/swift" ]; then printf '%s\n' "$directory"; fi
    done
}

# Puts the first Swift that is new enough at the front of PATH, or fails with a message that says where to get it.
use_swift() {
    local directory version too_old=""
    while read -r directory; do
        version=$(swift_version "$directory/swift")
        if [ -n "$version" ] && is_at_least "$version" "$swift_wanted"; then
            export PATH="$directory:$PATH"
            return
        fi
        too_old=" (the one in $directory is ${version:-broken})"
    done < <(swift_places)
    fail "OnCue needs Swift $swift_wanted or newer$too_old; get it from https://www.swift.org/install/linux/"
}

# Runs SwiftPM without its meaningless lines about linker flags of GLib's pkg-config file.
# The exit status is that of SwiftPM.
swiftpm() {
    local status=0
    {
        swift "$@" 2>&1 >&3 3>&- \
            | { grep -v --line-buffered -E "prohibited flag\(s\): -pthread" || true; } >&2
    } 3>&1 || status=$?
    return "$status"
}

# Runs a command as root.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -- "$@"; fi
}

# Prints the version of the programs.
program_version() {
    sed -nE 's/.*static let current = "(.*)"/\1/p' "$root/Sources/OnCueCore/Service/ServiceNames.swift"
}

# Prints when the sources were changed, in seconds since 1970: SOURCE_DATE_EPOCH, else the last commit, else the date of
# CHANGELOG.md. Everything built from the same sources has the same date.
source_date() {
    if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
        printf '%s\n' "$SOURCE_DATE_EPOCH"
    else
        git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md"
    fi
}

# Makes a home for tests at a path, with the folders that programs expect.
make_home() {
    mkdir -p "$1"/{home,tmp,runtime,config,data,state,cache}
    chmod 700 "$1/runtime"
    # Some tests become another user, who must get through.
    chmod 755 "$1" "$1/tmp"
}

# Has what is started from here on live in such a home, and hides the bus, the display and the sound server of the user.
enter_home() {
    unset DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY PULSE_SERVER PULSE_SINK \
        PULSE_COOKIE PIPEWIRE_REMOTE ONCUE_DAEMON
    export HOME="$1/home" TMPDIR="$1/tmp" GST_REGISTRY="$1/cache/gstreamer-registry.bin"
    export XDG_RUNTIME_DIR="$1/runtime" XDG_CONFIG_HOME="$1/config" XDG_DATA_HOME="$1/data"
    export XDG_STATE_HOME="$1/state" XDG_CACHE_HOME="$1/cache"
}

# Installs what tests need of PyPI, where it is missing: into an environment of its own, which nothing else sees.
python_modules() {
    local folder="$root/.build/python" log
    if "$folder/bin/python3" -c 'import hassil, mcp, mpd, pywebpush, wyoming' 2>/dev/null; then return; fi
    say "installing from PyPI, for the tests: hassil, mcp, python-mpd2, pywebpush, wyoming"
    log=$(mktemp)
    if ! { rm -rf "$folder" && /usr/bin/python3 -m venv "$folder" \
        && "$folder/bin/python3" -m pip install --quiet 'hassil==3.12.1' 'mcp==2.3.0' 'python-mpd2==3.1.1' 'pywebpush==2.5.0' 'wyoming==1.10.2'; } \
        >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        fail "the packages for the tests could not be installed; the end of the output is above"
    fi
    rm -f "$log"
}
