#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Two machines on one cable, each with a network namespace, a bus of its system and a real Avahi, for tests that run as
# root. They last as long as this does.
#
#   two-networks.sh FOLDER    prints "ready A B", the processes whose namespaces they are; the buses are FOLDER/a and
#                             FOLDER/b, the addresses 10.77.0.1 and 10.77.0.2

set -euo pipefail

readonly folder=$1
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT

hold() {
    unshare --net --mount --propagation private sleep infinity &
    until [ "$(readlink "/proc/$!/ns/net")" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.02; done
}

# Names the bus of a machine and starts its Avahi.
furnish() {
    local name=$1 process=$2 number=$3
    local inside=(nsenter --target "$process" --net --mount)
    "${inside[@]}" ip address add "10.77.0.$number/24" dev "v$name"
    "${inside[@]}" ip link set lo up
    "${inside[@]}" ip link set "v$name" up
    cat >"$folder/$name.conf" <<-CONFIG
		<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
		  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
		<busconfig>
		  <type>system</type>
		  <listen>unix:path=$folder/$name</listen>
		  <auth>EXTERNAL</auth>
		  <policy context="default">
		    <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
		  </policy>
		</busconfig>
	CONFIG
    printf '[server]\nhost-name=oncue-%s\nuse-ipv6=no\nallow-interfaces=v%s\n[wide-area]\nenable-wide-area=no\n' \
        "$name" "$name" >"$folder/$name.avahi"
    dbus-daemon --config-file="$folder/$name.conf" --nofork --nopidfile &
    until [ -S "$folder/$name" ]; do sleep 0.02; done
    # shellcheck disable=SC2016 # for the shell that is started
    DBUS_SYSTEM_BUS_ADDRESS="unix:path=$folder/$name" "${inside[@]}" bash -c '
        mount -t tmpfs none /run
        mkdir /run/avahi-daemon
        exec avahi-daemon -f "$1" --no-drop-root --no-chroot --no-rlimits' bash "$folder/$name.avahi" &
    until DBUS_SYSTEM_BUS_ADDRESS="unix:path=$folder/$name" gdbus call --system --timeout 2 \
        --dest org.freedesktop.Avahi --object-path / --method org.freedesktop.Avahi.Server.GetState 2>/dev/null \
        | grep -q '(2,)'; do
        sleep 0.1
    done
}

hold
a=$!
hold
b=$!
ip link add va netns "$a" type veth peer name vb netns "$b"
furnish a "$a" 1
furnish b "$b" 2
echo "ready $a $b"
wait
