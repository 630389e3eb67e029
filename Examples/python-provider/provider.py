#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Shows a folder of music as a branch of OnCue's tree. Usage: provider.py FOLDER"""
import pathlib, sys
from gi.repository import Gio, GLib
NAME, PATH = "org.example.PythonProvider", "/org/example/PythonProvider"
XML = """<node><interface name="org.oncue.ContentProvider1">
<property name="Name" type="s" access="read"/><property name="Icon" type="s" access="read"/><property name="CanSearch" type="b" access="read"/>
<method name="GetItem"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
<method name="GetChildren"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="u" direction="in"/>
<arg type="t" direction="out"/><arg type="u" direction="out"/><arg type="aa{sv}" direction="out"/></method>
<method name="Search"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="aa{sv}" direction="out"/></method>
<method name="Resolve"><arg type="s" direction="in"/><arg type="s" direction="out"/><arg type="x" direction="out"/></method>
<signal name="ItemsChanged"><arg type="s"/><arg type="t"/></signal></interface></node>"""
ROOT = pathlib.Path(sys.argv[1]).resolve()

def find(id):
    path = (ROOT / id).resolve()
    if not path.exists() or ROOT not in [path, *path.parents]:
        raise FileNotFoundError(id)
    return path

def row(path):
    values = {"id": GLib.Variant("s", str(path.relative_to(ROOT))), "title": GLib.Variant("s", path.stem)}
    values["container" if path.is_dir() else "playable"] = GLib.Variant("b", True)
    return values

def answer(method, args):
    if method == "GetItem":
        return GLib.Variant("(a{sv})", (row(find(args[0])),))
    if method == "GetChildren":
        folder, offset, limit = find(args[0]), args[1], args[2]
        children = sorted(folder.iterdir())
        rows = [row(path) for path in children[offset:offset + limit]]
        return GLib.Variant("(tuaa{sv})", (folder.stat().st_mtime_ns // 1000, len(children), rows))
    if method == "Search":
        found = [row(path) for path in sorted(ROOT.rglob("*")) if args[0].lower() in path.name.lower()]
        return GLib.Variant("(aa{sv})", (found[:args[1]],))
    return GLib.Variant("(sx)", (find(args[0]).as_uri(), 0))

def called(bus, sender, path, interface, method, args, invocation):
    try:
        invocation.return_value(answer(method, args.unpack()))
    except OSError as error:
        invocation.return_dbus_error("org.example.Error.NotFound", str(error))

def get(bus, sender, path, interface, name):
    return {"Name": GLib.Variant("s", ROOT.name), "Icon": GLib.Variant("s", ""), "CanSearch": GLib.Variant("b", True)}[name]

def register(bus, name, owner):
    bus.call(name, "/org/oncue/OnCue", "org.oncue.Providers1", "Register",
             GLib.Variant("(soa{sv})", (NAME, PATH, {})), None, Gio.DBusCallFlags.NO_AUTO_START, -1, None)

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called, get, None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, None, None)
Gio.bus_watch_name_on_connection(bus, "org.oncue.OnCue", Gio.BusNameWatcherFlags.NONE, register, None)
GLib.MainLoop().run()
