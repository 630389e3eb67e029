# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Sourced by Scripts/try-deb and Scripts/try-unit, which run in namespaces of their own: the fresh Debian in $fresh, a
# user in it, and the sound server that receives its sound. $own is a folder outside it.

# shellcheck shell=bash
# shellcheck disable=SC2154 # set by the scripts that source this

# Runs a command in the fresh Debian, as root and without this machine's variables.
inside() {
    chroot "$fresh" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}

# Runs shell commands as the user, with a sound server and without a session bus; at most for a minute.
person() {
    chroot --userspec=listener:listener "$fresh" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/home/listener \
        XDG_RUNTIME_DIR=/run/user/1000 PULSE_SERVER=unix:/run/sound/native LC_ALL=C.UTF-8 timeout 60 sh -ec "$1"
}

# Mounts what programs expect, adds the user, and copies this machine's apt settings.
prepare() {
    local apt
    mount --bind "$fresh" "$fresh"
    mount -t proc proc "$fresh/proc"
    mount -t tmpfs tmpfs "$fresh/run"
    mkdir -p "$fresh/dev/pts"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$fresh/dev/pts"
    ln -sf pts/ptmx "$fresh/dev/ptmx"
    mkdir -p "$fresh/music" "$fresh/run/sound" "$fresh/run/user/1000"
    mount --bind -o ro "$music" "$fresh/music"
    for apt in /etc/apt/apt.conf /etc/apt/apt.conf.d/*proxy*; do
        if [ -f "$apt" ]; then cp "$apt" "$fresh/etc/apt/apt.conf.d/"; fi
    done
    cp /etc/resolv.conf /etc/hosts "$fresh/etc/"
    # No package may start a service in here.
    printf '#!/bin/sh\nexit 101\n' >"$fresh/usr/sbin/policy-rc.d"
    chmod 755 "$fresh/usr/sbin/policy-rc.d"
    inside useradd --create-home --uid 1000 --shell /bin/sh listener
    chown 1000:1000 "$fresh/run/user/1000"
    chmod 700 "$fresh/run/user/1000"
    cp "$own/oncue.deb" "$fresh/tmp/oncue.deb"
}

# Starts a sound server on this machine, without a device; only its socket is visible in the fresh Debian.
start_sound() {
    local folder="$own/sound"
    mkdir -p "$folder"
    HOME="$folder" XDG_RUNTIME_DIR="$folder" PULSE_RUNTIME_PATH="$folder" PULSE_STATE_PATH="$folder/state" \
        DBUS_SESSION_BUS_ADDRESS="unix:path=$folder/none" DBUS_SYSTEM_BUS_ADDRESS="unix:path=$folder/none" \
        pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no --log-target="file:$folder/log" \
        -L "module-null-sink sink_name=heard rate=48000 format=s16le" \
        -L "module-native-protocol-unix auth-anonymous=1 socket=$fresh/run/sound/native" &
    for _ in {1..100}; do
        if [ -S "$fresh/run/sound/native" ]; then break; fi
        sleep 0.1
    done
    chmod 777 "$fresh/run/sound/native" || fail "the sound server does not start"
}

# Returns whether anything but silence reaches the sound server within 20 s.
is_heard() {
    local bytes
    bytes=$(HOME="$own/sound" timeout 20 parec --server="unix:$fresh/run/sound/native" --device=heard.monitor --raw \
        2>/dev/null | tr -d '\0' | head -c 20000 | wc -c)
    [ "$bytes" -eq 20000 ]
}
