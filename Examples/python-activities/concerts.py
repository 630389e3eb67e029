#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Tells OnCue which concert the user looks at, and shows it again. Usage: concerts.py [CONCERT…]

Install org.example.PythonActivities.activities in ~/.local/share/oncue/activities."""
import sys
from gi.repository import Gio, GLib
NAME, PATH = "org.example.PythonActivities", "/org/example/PythonActivities"
XML = """<node><interface name="org.oncue.ActivityHandler1">
<method name="Continue"><arg type="a{sv}" direction="in"/></method>
<method name="GetState"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
</interface></node>"""

def tell(method, *args, interface="org.oncue.Activities1"):
    bus.call_sync("org.oncue.OnCue", "/org/oncue/OnCue", interface, method,
                  *args, None, Gio.DBusCallFlags.NONE, -1, None)

def show(concert):
    """What the user looks at: found by searches, suggested when it is likely to be wanted, and offered elsewhere."""
    tell("Create", GLib.Variant("(a{sv})", ({
        "type": GLib.Variant("s", NAME + ".concert"), "identifier": GLib.Variant("s", concert),
        "title": GLib.Variant("s", concert), "keywords": GLib.Variant("as", ["concert"]),
        "userInfo": GLib.Variant("a{sv}", {"concert": GLib.Variant("s", concert), "scroll": GLib.Variant("x", 0)}),
        "requiredKeys": GLib.Variant("as", ["concert"]),
        "location": GLib.Variant("a{sv}", {"name": GLib.Variant("s", "Blue Hall"), "latitude": GLib.Variant("d", 60.3925),
                                           "longitude": GLib.Variant("d", 5.3233)}),
        "eligibleFor": GLib.Variant("as", ["search", "handoff", "prediction", "public"])},)))
    tell("BecomeCurrent", GLib.Variant("(s)", (concert,)))
    # How far the page is scrolled is told only when somebody needs it.
    tell("NeedsSave", GLib.Variant("(s)", (concert,)))

def index(concerts):
    """What the program has is found by searches, whether the user has looked at it or not."""
    items = [{"identifier": GLib.Variant("s", concert), "title": GLib.Variant("s", concert + ", the programme"),
              "domain": GLib.Variant("s", "concerts")} for concert in concerts]
    tell("Index", GLib.Variant("(saa{sv}s)", (NAME, items, "all")), interface="org.oncue.SearchIndex1")

def called(bus, sender, path, interface, method, args, invocation):
    if method == "GetState":
        state = {"userInfo": GLib.Variant("a{sv}", {"concert": GLib.Variant("s", args.unpack()[0]),
                                                    "scroll": GLib.Variant("x", 42)})}
        invocation.return_value(GLib.Variant("(a{sv})", (state,)))
    else:
        activity = args.unpack()[0]
        print("showing", activity["userInfo"].get("concert", activity["title"]), flush=True)
        invocation.return_value(None)

def begin(bus, name):
    index(sys.argv[1:])
    for concert in sys.argv[1:]:
        show(concert)

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called, None, None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, begin, None)
GLib.MainLoop().run()
