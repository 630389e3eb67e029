#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Tells that a backup is done, and takes the answer. Usage: backup.py [--done]

With --done it tells, and ends. The bus starts it again for the answer, by org.example.PythonBackup.service in
~/.local/share/dbus-1/services, whose Exec names this file."""
import os
import sys
from gi.repository import Gio, GLib
NAME, PATH = "org.example.PythonBackup", "/org/example/PythonBackup"
XML = """<node><interface name="org.oncue.NotificationHandler1">
<method name="Respond"><arg type="a{sv}" direction="in"/></method></interface>
<interface name="org.oncue.NotificationExtension1">
<method name="Complete"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method></interface></node>"""
LOG = os.path.expanduser("~/backup.log")

def tell(method, values):
    bus.call_sync("org.oncue.OnCue", "/org/oncue/OnCue", "org.oncue.UserNotifications1", method,
                  GLib.Variant("(sa{sv})", (NAME, values)), None, Gio.DBusCallFlags.NONE, -1, None)

def action(name, title, takes_text=False):
    return {"name": GLib.Variant("s", name), "title": GLib.Variant("s", title), "text": GLib.Variant("b", takes_text)}

def done():
    """Says once what buttons there are and who handles them, and adds the notification."""
    tell("SetProgram", {
        "programName": GLib.Variant("s", "Backup"), "handler": GLib.Variant("s", PATH),
        "extension": GLib.Variant("s", PATH),
        "categories": GLib.Variant("aa{sv}", [{
            "name": GLib.Variant("s", "done"),
            "actions": GLib.Variant("aa{sv}", [action("verify", "Verify"), action("note", "Note", True)])}])})
    tell("Add", {
        "identifier": GLib.Variant("s", "today"), "title": GLib.Variant("s", "The backup is done"),
        "body": GLib.Variant("s", "12,000 files"), "mutable": GLib.Variant("b", True), "category": GLib.Variant("s", "done"),
        "userInfo": GLib.Variant("a{sv}", {"disk": GLib.Variant("s", "blue")})})

def called(bus, sender, path, interface, method, args, invocation):
    if method == "Complete":
        # What takes its time is found out when the notification is about to be shown.
        return invocation.return_value(GLib.Variant("(a{sv})", ({"body": GLib.Variant("s", "12,000 files on blue")},)))
    response = args.unpack()[0]
    with open(LOG, "a") as log:
        log.write(f"{response['action']} {response['userInfo']['disk']} {response.get('text', '')}".rstrip() + "\n")
    invocation.return_value(None)
    loop.quit()

def begin(bus, name):
    if "--done" in sys.argv:
        done()
        # It is completed right away; an answer may take days, and starts this again.
        GLib.timeout_add_seconds(2, loop.quit)

loop = GLib.MainLoop()
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
for interface in Gio.DBusNodeInfo.new_for_xml(XML).interfaces:
    bus.register_object(PATH, interface, called, None, None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, begin, None)
# One that was started for nothing does not stay.
GLib.timeout_add_seconds(30, loop.quit)
loop.run()
bus.flush_sync()
