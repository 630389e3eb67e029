#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Stands in for the services that voice needs, and checks what is sent to them.

    fake_voice.py wyoming TEXT [silent|error|garbage|close]   a Wyoming service; prints its port, then what it was sent
    fake_voice.py speech SOCKET [vanish|deaf]                 speech-dispatcher; prints what it was sent

The former follows https://github.com/rhasspy/wyoming, the latter the protocol SSIP of speech-dispatcher.
"""
import json
import os
import socket
import sys
import time


def say(line):
    print(line, flush=True)


class Lines:
    """A connection of which lines and bytes are read."""

    def __init__(self, connection):
        self.connection, self.buffer = connection, b""

    def more(self):
        part = self.connection.recv(65536)
        self.buffer += part
        return bool(part)

    def line(self):
        while b"\n" not in self.buffer:
            if not self.more():
                return None
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line

    def bytes(self, count):
        while len(self.buffer) < count:
            if not self.more():
                raise EOFError
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data


def wyoming(text, trouble):
    server = socket.create_server(("127.0.0.1", 0))
    say(f"port {server.getsockname()[1]}")
    while True:
        connection, _ = server.accept()
        lines, sound = Lines(connection), 0
        while (line := lines.line()) is not None:
            event = json.loads(line)
            data = event.get("data") or {}
            data.update(json.loads(lines.bytes(event.get("data_length") or 0) or b"{}"))
            payload = lines.bytes(event.get("payload_length") or 0)
            if event["type"] == "audio-chunk":
                assert data == {"rate": 16000, "width": 2, "channels": 1}, data
                assert len(payload) % 2 == 0
                sound += len(payload)
                if trouble == "close":
                    break
                continue
            say(f"{event['type']} {json.dumps(data, sort_keys=True)}")
            if event["type"] == "audio-stop":
                say(f"sound {sound}")
                if trouble == "garbage":
                    connection.sendall(b"\xff\x00[[[\n")
                elif trouble == "error":
                    connection.sendall(b'{"type":"error","data":{"text":"no model"}}\n')
                elif trouble != "silent":
                    body = json.dumps({"text": text}).encode()
                    head = json.dumps({"type": "transcript", "data_length": len(body)}).encode()
                    connection.sendall(b'{"type":"transcript-start"}\n' + head + b"\n" + body)
        connection.close()


def speech(path, trouble):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen()
    say("ready")
    while True:
        connection, _ = server.accept()
        lines = Lines(connection)
        reply = lambda *texts: connection.sendall("".join(t + "\r\n" for t in texts).encode())
        while (line := lines.line()) is not None:
            assert line.endswith(b"\r"), line
            command = line[:-1].decode()
            say(command)
            if command.startswith("SET self "):
                reply("200 OK SET")
            elif command == "SPEAK":
                reply("230 OK RECEIVING DATA")
                text = []
                while (line := lines.line()) not in (b".\r", None):
                    line = line[:-1].decode()
                    text.append(line[1:] if line.startswith(".") else line)
                say("text " + " | ".join(text))
                reply("225-21", "225 OK MESSAGE QUEUED", "701-21", "701-1", "701 BEGIN")
                if trouble == "vanish":
                    break
                if trouble == "deaf":
                    continue
                time.sleep(0.1)
                reply("702-21", "702-1", "702 END")
            elif command == "QUIT":
                # Nobody may be left to read it.
                break
            else:
                reply("500 ERR INVALID COMMAND")
        connection.close()


if __name__ == "__main__":
    kind, argument, *trouble = sys.argv[1:]
    {"wyoming": wyoming, "speech": speech}[kind](argument, trouble[0] if trouble else "")
