# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""One end of a link, by a program that OnCue has no part in.

  link-end.py serve PORT KEY VERSION     answers one caller of 127.0.0.1 by this version of TLS, 1.2 or 1.3
  link-end.py call PROGRAM KEY MANNER    has `PROGRAM answer 8` answer a caller that is silent, idle after its handshake, or
                                         sends a message in drops; prints what it says when it has given the caller up
"""

import os
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time

GREETING = b'{"oncue":"handoff","version":1}'


def frame(text):
    return struct.pack(">I", len(text)) + text


def context(kind, key):
    made = ssl.SSLContext(kind)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    made.load_cert_chain(key)
    return made


def message(link):
    """Returns the next message; nothing at the end."""
    data = b""
    while len(data) < 4 or len(data) < 4 + struct.unpack_from(">I", data)[0]:
        part = link.recv(4_096)
        if not part:
            return ""
        data += part
    return data[4:].decode()


def serve(port, key, version):
    tls = context(ssl.PROTOCOL_TLS_SERVER, key)
    tls.minimum_version = tls.maximum_version = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}[version]
    listener = socket.create_server(("127.0.0.1", int(port)))
    print("ready", flush=True)
    caller, _ = listener.accept()
    caller.settimeout(60)
    try:
        link = tls.wrap_socket(caller, server_side=True)
        link.sendall(frame(GREETING))
        print("heard", message(link), flush=True)
        link.sendall(frame(b'{"answer":{}}'))
        message(link)
    except OSError as error:
        print("refused:", error, flush=True)


def greet(path):
    """Greets at a socket as a run of the service does, and says nothing more."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    while True:
        caller, _ = listener.accept()
        caller.sendall(GREETING + b"\n")
        threading.Thread(target=caller.recv, args=(1 << 20,), daemon=True).start()
        kept.append(caller)


kept = []


def drip(link):
    try:
        link.sendall(struct.pack(">I", 1_000))
        while True:
            link.sendall(b" ")
            time.sleep(0.2)
    except OSError:
        pass


def call(program, key, manner):
    folder = tempfile.TemporaryDirectory()
    path = folder.name + "/service"
    threading.Thread(target=greet, args=(path,), daemon=True).start()
    while not os.path.exists(path):
        time.sleep(0.01)
    mine, theirs = socket.socketpair()
    answering = subprocess.Popen(
        [program, "answer", "8"], stdin=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env=dict(os.environ, ONCUE_LINK_SERVICE=path))
    theirs.close()
    if manner != "silent":
        link = context(ssl.PROTOCOL_TLS_CLIENT, key).wrap_socket(mine)
        assert message(link) == GREETING.decode()
        if manner == "drops":
            threading.Thread(target=drip, args=(link,), daemon=True).start()
    _, errors = answering.communicate()
    print(errors.decode(), end="", flush=True)


{"serve": serve, "call": call}[sys.argv[1]](*sys.argv[2:])
