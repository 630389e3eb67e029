# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""What a real GeoClue needs of the world: a receiver that tells it where it is, and the person's agent.

The receiver is the socket that is the first word of the command line; it says in NMEA 0183 where the machine is, once a
second, as one does. On the bus of DBUS_SYSTEM_BUS_ADDRESS the program is org.oncue.TestWorld, and does what
org.oncue.Test at "/" is told: where the machine is, and that the person has an agent from now on.
"""

import functools
import os
import socket
import sys
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

GEOCLUE = "org.freedesktop.GeoClue2"
# Everything exactly.
LEVEL = 8

XML = """
<node>
  <interface name="org.oncue.Test">
    <method name="Move"><arg type="d" direction="in"/><arg type="d" direction="in"/></method>
    <method name="AddAgent"/>
  </interface>
  <interface name="org.freedesktop.GeoClue2.Agent">
    <method name="AuthorizeApp">
      <arg type="s" direction="in"/><arg type="u" direction="in"/>
      <arg type="b" direction="out"/><arg type="u" direction="out"/>
    </method>
    <property name="MaxAccuracyLevel" type="u" access="read"/>
  </interface>
</node>
"""


def degrees(value, digits, names):
    """A coordinate as NMEA has it: degrees and minutes in one number, and on which side."""
    whole, part = divmod(abs(value), 1)
    return f"{int(whole):0{digits}d}{part * 60:07.4f},{names[value < 0]}"


class World:
    """The receiver and the agent."""

    def __init__(self, connection, path):
        self.connection = connection
        self.position = None
        self.listeners = []
        interfaces = Gio.DBusNodeInfo.new_for_xml(XML).interfaces
        connection.register_object("/", interfaces[0], self.called, None, None)
        connection.register_object(
            "/org/freedesktop/GeoClue2/Agent", interfaces[1], self.called, lambda *_: GLib.Variant("u", LEVEL), None)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(path)
        self.socket.listen()
        GLib.io_add_watch(self.socket.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN, self.accept)
        GLib.timeout_add_seconds(1, self.tell)

    def accept(self, *_):
        """GeoClue listens."""
        self.listeners.append(self.socket.accept()[0])
        return self.tell()

    def tell(self):
        """Says where the machine is."""
        if self.position:
            place = degrees(self.position[0], 2, "NS") + "," + degrees(self.position[1], 3, "EW")
            body = f"GPGGA,{time.strftime('%H%M%S', time.gmtime())}.00,{place},1,08,0.9,35.0,M,0.0,M,,"
            check = functools.reduce(lambda sum, byte: sum ^ byte, body.encode())
            for listener in list(self.listeners):
                try:
                    listener.sendall(f"${body}*{check:02X}\r\n".encode())
                except OSError:
                    self.listeners.remove(listener)
        return True

    def called(self, _connection, _sender, _path, _interface, member, arguments, invocation):
        """Does what the test, or GeoClue, wants."""
        if member == "AuthorizeApp":
            invocation.return_value(GLib.Variant("(bu)", (True, LEVEL)))
            return
        if member == "Move":
            self.position = arguments.unpack()
            self.tell()
        else:
            self.connection.call(
                GEOCLUE, "/org/freedesktop/GeoClue2/Manager", GEOCLUE + ".Manager", "AddAgent",
                GLib.Variant("(s)", ("oncue-test",)), None, Gio.DBusCallFlags.NONE, -1, None, None)
        invocation.return_value(None)


def main():
    """Serves until it is killed."""
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    connection = Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SYSTEM_BUS_ADDRESS"], flags, None, None)
    connection.set_exit_on_close(True)
    _world = World(connection, sys.argv[1])
    Gio.bus_own_name_on_connection(connection, "org.oncue.TestWorld", Gio.BusNameOwnerFlags.NONE, None, None)
    GLib.MainLoop().run()


main()
