#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# A web server that sends at a pace: paced-server.py PORT FILE RATE
#
#   /file                  FILE at RATE bytes a second, from any place
#   /station/BURST/PACE    FILE without an end and without a length: BURST bytes at once, then PACE a second

import http.server
import os
import re
import socketserver
import sys
import time

port, path, rate = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def do_GET(self):
        try:
            if self.path.startswith("/station/"):
                _, _, burst, pace = self.path.split("/")
                self.station(int(burst), int(pace))
            else:
                self.file()
        except OSError:
            pass

    def paced(self, source, left, pace, burst=0):
        sent, start = 0, time.monotonic()
        while left > 0:
            part = source.read(min(4000, left))
            if not part:
                return
            self.wfile.write(part)
            sent, left = sent + len(part), left - len(part)
            ahead = (sent - burst) / pace - (time.monotonic() - start)
            if ahead > 0:
                time.sleep(ahead)

    def file(self):
        size = os.path.getsize(path)
        asked = re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "bytes=0-")
        start = int(asked[1])
        end = min(int(asked[2]) if asked[2] else size - 1, size - 1)
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {start}-{end}/{size}")
        self.send_header("Content-Length", str(end - start + 1))
        self.end_headers()
        with open(path, "rb") as source:
            source.seek(start)
            self.paced(source, end - start + 1, rate)

    def station(self, burst, pace):
        self.send_response(200)
        self.send_header("Content-Type", "audio/mpeg")
        self.send_header("icy-name", "Bench")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        with open(path, "rb") as source:
            self.paced(source, 1 << 40, pace, burst)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


Server(("127.0.0.1", port), Handler).serve_forever()
