#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Two machines on one switch, each with a network namespace, a host name, a system bus and a real Avahi, for tests that
# run as root. They last as long as this script runs.
#
#   two-networks.sh FOLDER    prints "ready A B SWITCH", the processes that hold the namespaces; the buses are FOLDER/a and
#                             FOLDER/b, the host names oncue-a and oncue-b, the network devices va and vb, their
#                             addresses 10.77.0.1 and 10.77.0.2; the switch has the other ends of the cables, sa and sb

set -euo pipefail

readonly folder=$1
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT

hold() {
    unshare --net --mount --uts --propagation private sleep infinity &
    until [ "$(readlink "/proc/$!/ns/net")" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.02; done
}

# Plugs a machine in, names it, and starts its bus and its Avahi.
furnish() {
    local name=$1 process=$2 number=$3
    local inside=(nsenter --target "$process" --net --mount --uts)
    ip link add "v$name" netns "$process" type veth peer name "s$name" netns "$switch"
    nsenter --target "$switch" --net ip link set "s$name" master switch up
    # shellcheck disable=SC2016 # for the shell that is started
    "${inside[@]}" sh -c 'echo "$1" >/proc/sys/kernel/hostname' sh "oncue-$name"
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
switch=$!
nsenter --target "$switch" --net ip link add switch type bridge mcast_snooping 0
nsenter --target "$switch" --net ip link set switch up
hold
a=$!
hold
b=$!
furnish a "$a" 1
furnish b "$b" 2
echo "ready $a $b $switch"
wait
