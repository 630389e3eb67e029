# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Prints as JSON what a process may do in the sandbox of a unit: the names of what it can do, and nothing else.

It is started by the service manager of Tests/Programs/service-manager.sh in place of the program of the unit.
"""

import ctypes
import errno
import json
import mmap
import os
import socket

HOME, RUNTIME = os.environ["HOME"], os.environ["XDG_RUNTIME_DIR"]
STATE = HOME + "/.local/state/oncue/"
# Numbers of system calls that the C library has no function for.
KEYCTL, BPF = {"x86_64": (250, 321)}.get(os.uname().machine, (219, 280))
IO_URING_SETUP = 425
library = ctypes.CDLL(None, use_errno=True)
library.syscall.restype = library.ptrace.restype = ctypes.c_long


def call(function, *arguments):
    """Calls a function; fails if that is not allowed, and not if the arguments mean nothing."""
    ctypes.set_errno(0)
    if function(*arguments) < 0 and ctypes.get_errno() in (errno.EPERM, errno.EACCES, errno.ENOSYS):
        raise OSError(ctypes.get_errno(), "refused")


def write(folder):
    path = folder + "/look-around"
    open(path, "w").close()
    os.unlink(path)


def connect(address):
    socket.socket(socket.AF_UNIX).connect(address)


def memory_that_runs():
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)


def privileges():
    words = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
    held = int(words["CapPrm"], 16) | int(words["CapEff"], 16) | int(words["CapInh"], 16)
    if not held and words["NoNewPrivs"].strip() == "1" and words["Seccomp"].strip() == "2":
        raise OSError("none")


def make_set_user():
    path = next(folder + "/look-around" for folder in (STATE + "link", HOME, "/dev/shm") if can(lambda: write(folder)))
    open(path, "w").close()
    try:
        os.chmod(path, 0o4755)
    finally:
        os.unlink(path)


def can(attempt):
    try:
        attempt()
    except (OSError, ValueError):
        return False
    return True


ATTEMPTS = {
    "write to the system": lambda: write("/usr"),
    "write to /tmp of all": lambda: os.stat("/tmp/of-all") and write("/tmp"),
    "write to the home": lambda: write(HOME + "/Documents"),
    "write to the runtime directory": lambda: write(RUNTIME + "/systemd"),
    "write the keys of links": lambda: write(STATE + "link"),
    "write the keys of the page": lambda: write(STATE + "web"),
    "read the keys of links": lambda: os.listdir(STATE + "link"),
    "read the keys of the page": lambda: os.listdir(STATE + "web"),
    "read the documents": lambda: os.listdir(HOME + "/Documents"),
    "read the keys of the user": lambda: os.listdir(HOME + "/.ssh"),
    "change the next login": lambda: open(HOME + "/.profile", "r+").close(),
    "reach the session bus": lambda: connect(RUNTIME + "/bus"),
    "reach the system bus": lambda: connect("/run/dbus/system_bus_socket"),
    "reach the service manager": lambda: connect(RUNTIME + "/systemd/private"),
    "reach sockets without a file": lambda: connect(open("/run/oncue/neighbour", "rb").read()),
    "use the network": lambda: socket.socket(socket.AF_INET),
    "use other families of sockets": lambda: socket.socket(socket.AF_VSOCK),
    "use raw sockets": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
    "use io_uring": lambda: call(library.syscall, IO_URING_SETUP, 1, None),
    "use keys of the kernel": lambda: call(library.syscall, KEYCTL, 0, -3, 0),
    "trace processes": lambda: call(library.ptrace, 0x4206, os.getppid(), None, None),
    "load programs into the kernel": lambda: call(library.syscall, BPF, 0, None, 0),
    "mount": lambda: call(library.mount, None, None, None, 0, None),
    "have namespaces": lambda: call(library.unshare, 0x10000000),
    "have privileges": privileges,
    "make programs of other users": make_set_user,
    "run what it has written": memory_that_runs,
    "be in time": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    "see devices": lambda: os.stat("/dev/kmsg"),
    "read the environment of others": lambda: open(f"/proc/{os.getppid()}/environ").read(1),
}
print(json.dumps(sorted(name for name, attempt in ATTEMPTS.items() if can(attempt))), flush=True)
