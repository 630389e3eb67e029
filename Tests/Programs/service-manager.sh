#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# The service manager of a user, with the units of OnCue, for tests that run as root. It has a home, a runtime directory,
# temporary files and a message bus of its own, and the network of the test. All of it lasts as long as this script runs.
#
#   service-manager.sh FOLDER PROGRAMS UNITS USER
#       prints "ready PROCESS", the process whose mount and PID namespaces it has
#   service-manager.sh --can USER
#       succeeds if this machine lets USER, a number, have a service manager with sandboxes
#
# FOLDER/home becomes /home/listener. PROGRAMS, a folder of a build, becomes /run/oncue/bin and /run/oncue/libexec. UNITS is
# the folder Packaging, for its units and its service file. The program look-around.py is /run/oncue/look-around.py.

set -euo pipefail

# What the manager needs to start, and a bus.
readonly system=/usr/lib/systemd/user
readonly basic=(
    "$system"/{basic,default,exit,paths,shutdown,sockets,timers}.target "$system"/{app,session}.slice
    "$system"/dbus.{service,socket} "$system"/systemd-exit.service
)

# Runs as root, as the first process of the namespaces.
furnish() {
    local folder=$1 programs=$2 units=$3 user=$4 group=$5 part unit
    echo 0 >"$group/cgroup.procs"
    mount --rbind "$folder/groups" /sys/fs/cgroup
    mount -t tmpfs none /run
    mkdir -p /run/systemd/{system,unit-root} /run/dbus "/run/user/$user" /run/oncue/{bin,libexec,units,share/dbus-1/services}
    mount -t tmpfs none /home
    mkdir /home/listener
    mount --bind "$folder/home" /home/listener
    for part in bin libexec; do mount --bind "$programs" "/run/oncue/$part"; done
    { cat /etc/passwd; echo "listener:x:$user:$user::/home/listener:/bin/sh"; } >/run/oncue/passwd
    mount --bind /run/oncue/passwd /etc/passwd
    cp "${basic[@]}" /run/oncue/units/
    mkdir /run/oncue/units/sockets.target.wants
    ln -s ../dbus.socket /run/oncue/units/sockets.target.wants/
    for unit in "$units"/systemd/*; do
        sed -e 's|@bindir@|/run/oncue/bin|' -e 's|^ExecStart=.*/oncued$|& --output silent|' "$unit" \
            >"/run/oncue/units/$(basename "$unit" .in)"
    done
    sed 's|@bindir@|/run/oncue/bin|' "$units/dbus/org.oncue.OnCue.service.in" \
        >/run/oncue/share/dbus-1/services/org.oncue.OnCue.service
    cp "$(dirname "$0")/look-around.py" /run/oncue/
    chown -R "$user:$user" /home/listener "/run/user/$user"
    chmod 700 "/run/user/$user"
    mount -t tmpfs -o mode=1777 none /tmp
    touch /tmp/of-all
    mount -t proc proc /proc
    # A system bus that takes connections, and a socket without a file, whose name is the kernel's choice.
    python3 -c '
import os, signal, socket
held = [socket.socket(socket.AF_UNIX) for _ in range(2)]
held[0].bind("/run/dbus/system_bus_socket")
held[1].bind("")
for each in held: each.listen(16)
open("/run/oncue/neighbour.new", "wb").write(held[1].getsockname())
os.rename("/run/oncue/neighbour.new", "/run/oncue/neighbour")
signal.pause()' &
    until [ -e /run/oncue/neighbour ]; do
        kill -0 $!
        sleep 0.02
    done
    chmod 666 /run/dbus/system_bus_socket
    # Not in place of this shell: as process 1 it would be the manager of a system.
    setpriv --reuid "$user" --regid "$user" --clear-groups env -i PATH=/usr/bin:/bin HOME=/home/listener LC_ALL=C.UTF-8 \
        XDG_RUNTIME_DIR="/run/user/$user" XDG_DATA_DIRS=/run/oncue/share GST_REGISTRY=/run/oncue/bin/test-plugins.bin \
        SYSTEMD_UNIT_PATH=/home/listener/.config/systemd/user:/run/oncue/units PULSE_SERVER=unix:/run/oncue/no-sound \
        DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/oncue/no-system-bus ALSA_CONFIG_PATH=/run/oncue/no-sound \
        PIPEWIRE_REMOTE=/run/oncue/no-sound JACK_NO_START_SERVER=1 /lib/systemd/systemd --user
    exit
}

case "$1" in
    --can)
        [ -x /lib/systemd/systemd ] && [ -x /usr/bin/python3 ] && ls "${basic[@]}" >/dev/null
        # shellcheck disable=SC2016 # for the shell that is started
        exec unshare --mount --propagation private --pid --fork bash -ec '
            mount -t cgroup2 cgroup2 /mnt
            exec setpriv --reuid "$1" --regid "$1" --clear-groups unshare --user true' bash "$2"
        ;;
    --inside)
        shift
        furnish "$@"
        ;;
    --apart) shift ;;
    # Its mounts are nobody else's, and go with it.
    *) exec unshare --mount --propagation private bash "$0" --apart "$@" ;;
esac

readonly folder=$1 user=$4
group=""

# shellcheck disable=SC2317 # called by the trap
clean() {
    jobs -p | xargs -r kill -KILL 2>/dev/null || true
    wait || true
    # Groups are removed from within, and are busy for a moment after their last process.
    for _ in {1..50}; do
        if [ -z "$group" ] || [ ! -d "$group" ]; then break; fi
        find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || true
        sleep 0.1
    done
}
trap clean EXIT
trap 'exit 0' TERM

mkdir -p "$folder/home" "$folder/groups"
mount -t cgroup2 cgroup2 "$folder/groups"
group="$folder/groups/oncue-test.$RANDOM$RANDOM"
mkdir "$group"
chown "$user:$user" "$group" "$group/cgroup.procs" "$group/cgroup.subtree_control"
unshare --mount --propagation private --pid --fork --kill-child bash "$0" --inside "$@" "$group" >&2 &
readonly shell=$!
until process=$(pgrep --parent "$shell" | head -n 1) && [ -n "$process" ] \
    && [ -S "/proc/$process/root/run/user/$user/bus" ]; do
    kill -0 "$shell"
    sleep 0.05
done
echo "ready $process"
wait
