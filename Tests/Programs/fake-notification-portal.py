# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""The portal for notifications, for python3-dbusmock; the parameters are those of fake-kept-notifications.py."""

import os
import sys

import dbus.service

BUS_NAME = "org.freedesktop.portal.Desktop"
MAIN_OBJ = "/org/freedesktop/portal/desktop"
MAIN_IFACE = "org.freedesktop.portal.Notification"
SYSTEM_BUS = False
REGISTRY = "org.freedesktop.host.portal.Registry"
TEST = "org.oncue.Test"

# dbusmock runs a template without a place of its own.
folder = os.path.dirname(sys.argv[sys.argv.index("--template") + 1])
shared = {}
with open(os.path.join(folder, "fake-kept-notifications.py"), encoding="utf-8") as file:
    exec(file.read(), shared)  # pylint: disable=exec-used


def load(mock, parameters):
    """Prepares it; dbusmock calls it before it answers anybody."""
    shared["load"](mock, parameters)


@dbus.service.method(REGISTRY, in_signature="sa{sv}", out_signature="", sender_keyword="sender")
def Register(self, app, options, sender=None):
    if sender in self.registered:
        shared["refuse"]("the connection has an application already", "org.freedesktop.DBus.Error.AccessDenied")
    if app != self.app:
        shared["refuse"](f"{app} is not installed", "org.freedesktop.DBus.Error.AccessDenied")
    self.registered[sender] = app


@dbus.service.method(MAIN_IFACE, in_signature="sa{sv}", out_signature="", sender_keyword="sender")
def AddNotification(self, identifier, values, sender=None):
    shared["add_portal"](self, sender, identifier, values)


@dbus.service.method(MAIN_IFACE, in_signature="s", out_signature="", sender_keyword="sender")
def RemoveNotification(self, identifier, sender=None):
    if sender not in self.registered:
        shared["refuse"]("nobody knows whose this is", "org.freedesktop.portal.Error.NotAllowed")
    self.shown.pop(str(identifier), None)


@dbus.service.method(TEST, in_signature="ss", out_signature="")
def Press(self, identifier, label):
    shared["press"](self, identifier, label)


@dbus.service.method(TEST, in_signature="", out_signature="a(ssas)")
def GetShown(self):
    """As the other one."""
    return shared["GetShown"](self)
