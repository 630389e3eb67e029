# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""An Avahi on a bus of the test's: what one program announces another one finds. Its signals go to their listener alone.

  fake-avahi.py [--at ADDRESS]... [--probing] [--renaming OLD=NEW]... [TAKEN...]

TAKEN are names that another machine has. Each service is found at each ADDRESS, in this order; 127.0.0.1 if there is none.
With --probing it takes a second until a service is found, as long as Avahi asks whether another machine has its name. With
--renaming services of a kind are announced as another one.
"""

import argparse

from gi.repository import Gio, GLib

NAME = "org.freedesktop.Avahi"
XML = """
<node>
  <interface name="org.freedesktop.Avahi.Server">
    <method name="EntryGroupNew"><arg type="o" direction="out"/></method>
    <method name="GetAPIVersion"><arg type="u" direction="out"/></method>
    <method name="GetState"><arg type="i" direction="out"/></method>
    <method name="GetAlternativeServiceName"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
  </interface>
  <interface name="org.freedesktop.Avahi.Server2">
    <method name="ServiceBrowserPrepare">
      <arg type="i" direction="in"/><arg type="i" direction="in"/><arg type="s" direction="in"/>
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="o" direction="out"/>
    </method>
    <method name="ServiceResolverPrepare">
      <arg type="i" direction="in"/><arg type="i" direction="in"/><arg type="s" direction="in"/>
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="i" direction="in"/>
      <arg type="u" direction="in"/><arg type="o" direction="out"/>
    </method>
  </interface>
  <interface name="org.freedesktop.Avahi.EntryGroup">
    <method name="AddService">
      <arg type="i" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="in"/>
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
      <arg type="s" direction="in"/><arg type="q" direction="in"/><arg type="aay" direction="in"/>
    </method>
    <method name="GetState"><arg type="i" direction="out"/></method>
    <method name="Commit"/><method name="Reset"/><method name="Free"/>
  </interface>
  <interface name="org.freedesktop.Avahi.ServiceBrowser"><method name="Start"/><method name="Free"/></interface>
  <interface name="org.freedesktop.Avahi.ServiceResolver"><method name="Start"/><method name="Free"/></interface>
</node>
"""
INTERFACES = {interface.name: interface for interface in Gio.DBusNodeInfo.new_for_xml(XML).interfaces}

parser = argparse.ArgumentParser()
parser.add_argument("--at", action="append")
parser.add_argument("--probing", action="store_true")
parser.add_argument("--renaming", action="append", default=[])
parser.add_argument("taken", nargs="*")
options = parser.parse_args()
taken = set(options.taken)
kinds = dict(words.split("=") for words in options.renaming)
services = {}
objects = {}
count = 0
loop = GLib.MainLoop()


def emit(connection, who, path, interface, member, values):
    connection.emit_signal(who, path, NAME + "." + interface, member, values)


def make(connection, who, interface, **data):
    global count
    count += 1
    path = f"/{interface}{count}"
    objects[path] = dict(data, owner=who)
    connection.register_object(path, INTERFACES[NAME + "." + interface], called, None, None)
    return GLib.Variant("(o)", (path,))


def tell_new(connection, path, name, kind):
    listener = objects[path]["owner"]
    flags = 16 if services[(name, kind)][0] == listener else 0
    item = GLib.Variant("(iisssu)", (2, 0, name, kind, "local", flags))
    GLib.idle_add(emit, connection, listener, path, "ServiceBrowser", "ItemNew", item)


def publish(connection, who, path):
    for entry in objects.get(path, {"entries": []})["entries"]:
        if entry[3] in taken or services.get((entry[3], entry[4]), (who,))[0] != who:
            GLib.idle_add(emit, connection, who, path, "EntryGroup", "StateChanged", GLib.Variant("(is)", (3, "")))
            break
        services[(entry[3], entry[4])] = (who, entry)
        for place, browser in objects.items():
            if browser.get("browses") and browser["type"] == entry[4]:
                tell_new(connection, place, entry[3], entry[4])
    return GLib.SOURCE_REMOVE


def called(connection, who, path, interface, method, arguments, call):
    values, answer = arguments.unpack(), None
    mine = objects.get(path)
    if method == "EntryGroupNew":
        answer = make(connection, who, "EntryGroup", entries=[])
    # Programs that use the library of Avahi ask for these first.
    elif method == "GetAPIVersion":
        answer = GLib.Variant("(u)", (515,))
    elif method == "GetState":
        running, uncommitted = 2, 0
        answer = GLib.Variant("(i)", (uncommitted if mine else running,))
    elif method == "GetAlternativeServiceName":
        answer = GLib.Variant("(s)", (values[0] + " #2",))
    elif method == "ServiceBrowserPrepare":
        answer = make(connection, who, "ServiceBrowser", type=values[2])
    elif method == "ServiceResolverPrepare":
        answer = make(connection, who, "ServiceResolver", name=values[2], type=values[3])
        # As Avahi 0.8 does for what is in its cache: before the answer, and not again.
        _, entry = services.get((values[2], values[3]), (None, None))
        if entry is None:
            call.return_value(answer)
            return
        for address in options.at or ["127.0.0.1"]:
            found = (2, 0, entry[3], entry[4], "local", "test.local", 0, address, entry[7], entry[8], 0)
            emit(connection, who, answer.unpack()[0], "ServiceResolver", "Found",
                 GLib.Variant("(iissssisqaayu)", found))
    elif method == "AddService":
        mine["entries"].append(values[:4] + (kinds.get(values[4], values[4]),) + values[5:])
    elif method == "Reset":
        mine["entries"] = []
    elif method == "Commit":
        if options.probing:
            GLib.timeout_add(1_000, publish, connection, who, path)
        else:
            publish(connection, who, path)
    elif method == "Free":
        objects.pop(path, None)
    elif method == "Start" and interface.endswith("ServiceBrowser"):
        mine["browses"] = True
        for name, kind in services:
            if kind == mine["type"]:
                tell_new(connection, path, name, kind)
    call.return_value(answer)


def gone(connection, _sender, _path, _interface, _signal, values):
    name, _, new = values.unpack()
    if not new:
        for key in [key for key, (owner, _) in services.items() if owner == name]:
            del services[key]
        for path in [path for path, data in objects.items() if data["owner"] == name]:
            del objects[path]


def acquired(connection, _name):
    for interface in ("Server", "Server2"):
        connection.register_object("/", INTERFACES[NAME + "." + interface], called, None, None)
    connection.signal_subscribe("org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged",
                                "/org/freedesktop/DBus", None, 0, gone)


Gio.bus_own_name(Gio.BusType.SYSTEM, NAME, 0, acquired, lambda *_: print("ready", flush=True), lambda *_: loop.quit())
loop.run()
