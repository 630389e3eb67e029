#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""The part of a desktop that gives keys to programs, for the real xdg-desktop-portal: Debian 12 has none without Plasma.

It gives every key that is wished for under another name, and presses the first one for each SIGUSR1.
"""
import signal

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

SHORTCUTS = "org.freedesktop.impl.portal.GlobalShortcuts"
PROPERTIES = "org.freedesktop.DBus.Properties"
NOTHING = dbus.Dictionary({}, signature="sv")


class Session(dbus.service.Object):
    """A session, as long as the program wants it."""

    @dbus.service.method("org.freedesktop.impl.portal.Session", in_signature="", out_signature="")
    def Close(self):
        print("closed", flush=True)
        self.remove_from_connection()

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _interface, _name):
        return dbus.UInt32(1)


class Backend(dbus.service.Object):
    """The interface that xdg-desktop-portal calls."""

    bound = None

    @dbus.service.method(SHORTCUTS, in_signature="oosa{sv}", out_signature="ua{sv}")
    def CreateSession(self, _handle, session, _program, _options):
        Session(self.connection, session)
        return dbus.UInt32(0), NOTHING

    @dbus.service.method(SHORTCUTS, in_signature="ooa(sa{sv})sa{sv}", out_signature="ua{sv}")
    def BindShortcuts(self, _handle, session, shortcuts, _parent, _options):
        given = dbus.Array(signature="(sa{sv})")
        for name, wish in shortcuts:
            print("wish", name, wish["preferred_trigger"], flush=True)
            key = {"description": wish["description"], "trigger_description": "Meta+" + wish["preferred_trigger"][-1:]}
            given.append(dbus.Struct((name, dbus.Dictionary(key, signature="sv"))))
        self.bound = (session, shortcuts[0][0])
        return dbus.UInt32(0), dbus.Dictionary({"shortcuts": given}, signature="sv")

    @dbus.service.signal(SHORTCUTS, signature="osta{sv}")
    def Activated(self, session, name, time, options):
        pass

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _interface, _name):
        return dbus.UInt32(1)

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, _interface):
        return dbus.Dictionary({"version": dbus.UInt32(1)}, signature="sv")

    def press(self):
        """Presses the first key."""
        self.Activated(*self.bound, dbus.UInt64(1), NOTHING)
        return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
connection = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.impl.portal.desktop.test", connection)
backend = Backend(connection, "/org/freedesktop/portal/desktop")
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, backend.press)
print("ready", flush=True)
GLib.MainLoop().run()
