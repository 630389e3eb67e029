#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Orders coffee when OnCue asks for it. Usage: coffee.py [--donate [OCCASION]]

OnCue reads what it can be asked for in org.example.PythonCoffee.intents (in ~/.local/share/oncue/intents), and the bus
starts it for that by org.example.PythonCoffee.service in ~/.local/share/dbus-1/services. With --donate it says that a
flat white was ordered just now, as a program does each time, so that OnCue learns when to offer it; and ends. With an
occasion, such as "weekdays 07:00..09:00 car", OnCue offers it then, whatever it has learnt."""
import os
import sys
from gi.repository import Gio, GLib
NAME, PATH = "org.example.PythonCoffee", "/org/example/PythonCoffee"
XML = """<node><interface name="org.oncue.IntentHandler1">""" + "".join(
    f"""<method name="{method}"><arg type="s" direction="in"/><arg type="a{{sv}}" direction="in"/>
    <arg type="a{{sv}}" direction="out"/></method>""" for method in ["Resolve", "Confirm", "Handle"]) + "</interface></node>"
DRINKS = {"espresso": ("Espresso", 2.2), "flat-white": ("Flat white", 3.8), "flat-black": ("Flat black", 3.1)}
LOG = os.path.expanduser("~/coffee.log")

def drink(values):
    """The drink that is known: an identifier and a title."""
    return values["drink"] if isinstance(values.get("drink"), tuple) else None

def resolve(values):
    """Finds the drink that was named; asks where several, or none, are meant, also if none was named yet."""
    if drink(values) and drink(values)[0] in DRINKS:
        return {}
    named = (drink(values)[1] if drink(values) else values.get("drink", "")).lower()
    found = [key for key, (title, _) in DRINKS.items() if named in (key, title.lower())]
    found = found or [key for key, (title, _) in DRINKS.items() if named in title.lower()]
    if len(found) == 1:
        known = GLib.Variant("(ss)", (found[0], DRINKS[found[0]][0]))
        return {"values": GLib.Variant("a{sv}", {"drink": known})}
    choices = [(key, DRINKS[key][0], f"{DRINKS[key][1]:.2f} €") for key in found or DRINKS]
    return {"parameter": GLib.Variant("s", "drink"), "choices": GLib.Variant("a(sss)", choices)}

def confirm(values):
    """What is shown before the user says yes."""
    key, title = drink(values)
    sugar = int(values.get("sugar", 0))
    return {"lines": GLib.Variant("as", [f"{title}, {sugar} sugar" if sugar else title, f"{DRINKS[key][1]:.2f} €"])}

def handle(values):
    with open(LOG, "a") as log:
        log.write(f"{drink(values)[0]} {int(values.get('sugar', 0))}\n")
    return {"code": GLib.Variant("s", "ordered"),
            "properties": GLib.Variant("a{sv}", {"minutes": GLib.Variant("i", 4)})}

def called(bus, sender, path, interface, method, args, invocation):
    intent, values = args.unpack()
    answer = {"Resolve": resolve, "Confirm": confirm, "Handle": handle}[method](values)
    invocation.return_value(GLib.Variant("(a{sv})", (answer,)))

def donate(occasion):
    values = GLib.Variant("a{sv}", {"drink": GLib.Variant("as", ["flat-white", "Flat white"])})
    bus.call_sync("org.oncue.OnCue", "/org/oncue/OnCue", "org.oncue.Activities1", "Create", GLib.Variant("(a{sv})", ({
        "type": GLib.Variant("s", NAME + ".order"), "identifier": GLib.Variant("s", "usual"), "userInfo": values,
        "persistentIdentifier": GLib.Variant("s", "orders"),
        "eligibleFor": GLib.Variant("as", ["prediction"]),
        **({"occasion": GLib.Variant("s", occasion)} if occasion else {})},)), None, Gio.DBusCallFlags.NONE, -1, None)

def begin(bus, name):
    if "--donate" in sys.argv:
        try:
            donate((sys.argv + [""])[sys.argv.index("--donate") + 1])
        finally:
            loop.quit()

loop = GLib.MainLoop()
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
for interface in Gio.DBusNodeInfo.new_for_xml(XML).interfaces:
    bus.register_object(PATH, interface, called, None, None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, begin, None)
# One that was started for nothing does not stay.
GLib.timeout_add_seconds(30, loop.quit)
loop.run()
bus.flush_sync()
