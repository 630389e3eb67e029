#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Runs Supysonic, a real Subsonic server, for a test.
#
#   supysonic-server.py FOLDER MUSIC NAME PASSWORD [PORT]
#
# FOLDER gets its database. Prints "listening PORT" when it answers, then each request without the password.

import os
import signal
import sys
import threading
import warnings

warnings.filterwarnings("ignore")

from pony.orm import db_session
from supysonic.config import DefaultConfig
from supysonic.managers.folder import FolderManager
from supysonic.managers.user import UserManager
from supysonic.scanner import Scanner
from supysonic.web import create_application
from werkzeug.serving import WSGIRequestHandler, make_server

folder, music, name, password = sys.argv[1:5]
os.makedirs(folder, exist_ok=True)
config = DefaultConfig()
config.BASE = {**config.BASE, "database_uri": "sqlite:///" + folder + "/supysonic.db"}
config.WEBAPP = {**config.WEBAPP, "cache_dir": folder, "mount_webui": False, "log_level": "ERROR"}
config.DAEMON = {**config.DAEMON, "socket": folder + "/none"}
isNew = not os.path.exists(folder + "/supysonic.db")
application = create_application(config)
if isNew:
    with db_session:
        UserManager.add(name, password, admin=True)
        FolderManager.add("Music", music)
scanner = Scanner()
scanner.queue_folder("Music")
scanner.run()


class Handler(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *arguments):
        pass


def tell(environment, start):
    query = environment.get("QUERY_STRING", "")
    shown = "&".join(part for part in query.split("&") if not part.startswith(("p=", "u=", "v=", "c=", "f=")))
    part = environment.get("HTTP_RANGE", "")
    print("request " + environment["PATH_INFO"] + "?" + shown + (" " + part if part else ""), flush=True)
    return application(environment, start)


port = int(sys.argv[5]) if len(sys.argv) > 5 else 0
server = make_server("127.0.0.1", port, tell, threaded=True, request_handler=Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print("listening", server.server_port, flush=True)
signal.pause()
