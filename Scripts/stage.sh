#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# For other scripts: plays the music in Media/ with a daemon, a message bus and files of its own, in a folder that is
# removed at the end. Only the sound is shared with the machine: the sockets of PulseAudio and PipeWire stay where they
# are.

readonly programs="${ONCUE_PROGRAMS:-${ONCUE_BUILD:-$root/.build}/release}"
own=$(mktemp -d /tmp/oncue-demo.XXXXXX)
readonly own

# Processes to end, the last one first.
started=()
terminal=""
if [ -t 0 ] && [ -t 1 ]; then terminal=$(stty -g); fi
readonly terminal

# Ends one of our processes and waits for it, at most five seconds.
end() {
    local process=$1
    kill -TERM "$process" 2>/dev/null || return 0
    for _ in {1..50}; do
        kill -0 "$process" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL "$process" 2>/dev/null || true
}

clean() {
    local index
    trap '' INT TERM HUP
    for ((index = ${#started[@]} - 1; index >= 0; index--)); do end "${started[index]}"; done
    rm -rf "$own"
    if [ -n "$terminal" ]; then stty "$terminal" </dev/tty || true; fi
}

trap clean EXIT
# Ctrl-C is the normal way to end.
trap 'exit 0' INT
trap 'exit 143' TERM HUP

# Keeps the sound server reachable while everything else moves to our own directory.
move_in() {
    local runtime="${XDG_RUNTIME_DIR:-/run/user/$(id -u)}" config="${XDG_CONFIG_HOME:-${HOME:-/root}/.config}"
    if [ -d "$runtime/pulse" ]; then export PULSE_RUNTIME_PATH="${PULSE_RUNTIME_PATH:-$runtime/pulse}"; fi
    if [ -d "$runtime" ]; then export PIPEWIRE_RUNTIME_DIR="${PIPEWIRE_RUNTIME_DIR:-$runtime}"; fi
    if [ -f "$config/pulse/cookie" ]; then export PULSE_COOKIE="${PULSE_COOKIE:-$config/pulse/cookie}"; fi
    mkdir -m 700 "$own"/{runtime,config,data,state,cache}
    export XDG_RUNTIME_DIR="$own/runtime" XDG_CONFIG_HOME="$own/config" XDG_DATA_HOME="$own/data"
    export XDG_STATE_HOME="$own/state" XDG_CACHE_HOME="$own/cache" GST_REGISTRY="$own/cache/registry.bin"
    unset DBUS_STARTER_ADDRESS DBUS_STARTER_BUS_TYPE ONCUE_DAEMON
}

# A bus that starts no services, so that no desktop programs start.
start_bus() {
    local address process
    cat >"$own/bus.conf" <<-CONFIG
		<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
		  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
		<busconfig>
		  <type>session</type>
		  <listen>unix:path=$own/bus</listen>
		  <auth>EXTERNAL</auth>
		  <policy context="default">
		    <allow send_destination="*" eavesdrop="true"/>
		    <allow eavesdrop="true"/>
		    <allow own="*"/>
		  </policy>
		</busconfig>
	CONFIG
    exec {bus}< <(exec setsid dbus-daemon --config-file="$own/bus.conf" \
        --nofork --nopidfile --print-address=1 2>/dev/null)
    process=$!
    started+=("$process")
    read -r -t 10 address <&"$bus" || fail "dbus-daemon does not start; is the package dbus installed?"
    export DBUS_SESSION_BUS_ADDRESS="$address"
}

# The folder of the daemon's library.
music="$root/Media"

# Starts the daemon and waits until it is on the bus.
start_daemon() {
    local line
    local -a lines=()
    exec {log}< <(exec setsid "$programs/oncued" --library "$music" --output auto,silent 2>&1)
    started+=("$!")
    while read -r -t 20 line <&"$log"; do
        lines+=("$line")
        if [[ "$line" == *" service: ready"* ]]; then return; fi
    done
    printf '%s\n' "${lines[@]}" >&2
    fail "oncued does not start; its output is above"
}
