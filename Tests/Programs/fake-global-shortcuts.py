# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""The portal for global shortcuts, for python3-dbusmock, with a user who agrees to everything.

Parameters: "version"; "given", the keys that the user chooses instead, by identifier; "refuses", whether the user says no
to all; "registry", whether programs register, which older ones did not have; "app", the one application that is installed.
What does not have the documented types is refused. The methods of org.oncue.Test are what the user does.
"""

import dbus
import dbus.lowlevel
import dbus.service
from gi.repository import GLib

BUS_NAME = "org.freedesktop.portal.Desktop"
MAIN_OBJ = "/org/freedesktop/portal/desktop"
MAIN_IFACE = "org.freedesktop.portal.GlobalShortcuts"
SYSTEM_BUS = False
REGISTRY = "org.freedesktop.host.portal.Registry"
SESSION = "org.freedesktop.portal.Session"
REQUEST = "org.freedesktop.portal.Request"
TEST = "org.oncue.Test"


def load(mock, parameters):
    """Prepares it; dbusmock calls it before it answers anybody."""
    mock.app = str(parameters.get("app", "org.oncue.OnCue"))
    mock.given = dict(parameters.get("given", {}))
    mock.has_registry = bool(parameters.get("registry", True))
    mock.refuses = bool(parameters.get("refuses", False))
    mock.registered = {}
    # By the path of the session: its owner, and its shortcuts with their keys.
    mock.sessions = {}
    # The paths of all that there ever were.
    mock.ever = []
    mock.AddProperty(MAIN_IFACE, "version", dbus.UInt32(int(parameters.get("version", 1))))


def refuse(text, name="org.freedesktop.portal.Error.InvalidArgument"):
    raise dbus.exceptions.DBusException(text, name=name)


def path(kind, sender, token):
    return f"/org/freedesktop/portal/desktop/{kind}/{sender[1:].replace('.', '_')}/{token}"


def respond(mock, sender, options, code, results):
    """Answers as a request does: by a signal to its caller alone, after the method has returned."""
    token = options.get("handle_token")
    if not isinstance(token, dbus.String):
        refuse("a request needs a handle_token")
    request = path("request", sender, token)

    def tell():
        message = dbus.lowlevel.SignalMessage(request, REQUEST, "Response")
        message.append(dbus.UInt32(code), dbus.Dictionary(results, signature="sv"), signature="ua{sv}")
        message.set_destination(sender)
        mock.connection.send_message(message)

    GLib.idle_add(tell)
    return dbus.ObjectPath(request)


@dbus.service.method(REGISTRY, in_signature="sa{sv}", out_signature="", sender_keyword="sender")
def Register(self, app, options, sender=None):
    if not self.has_registry:
        refuse("no such interface", "org.freedesktop.DBus.Error.UnknownMethod")
    if sender in self.registered:
        refuse("the connection has an application already", "org.freedesktop.DBus.Error.AccessDenied")
    if app != self.app:
        refuse(f"{app} is not installed", "org.freedesktop.DBus.Error.AccessDenied")
    self.registered[sender] = app


@dbus.service.method(MAIN_IFACE, in_signature="a{sv}", out_signature="o", sender_keyword="sender")
def CreateSession(self, options, sender=None):
    if self.has_registry and sender not in self.registered:
        refuse("an application id is required", "org.freedesktop.portal.Error.NotAllowed")
    session = path("session", sender, options["session_handle_token"])
    if session in self.sessions:
        refuse("the session is there already")
    self.sessions[session] = {"sender": sender, "shortcuts": None}
    self.ever.append(session)
    self.AddObject(session, SESSION, {}, [("Close", "", "", f"objects['{MAIN_OBJ}'].sessions.pop(self.path, None)")])
    # A text, and not a path: so it is in the real one.
    return respond(self, sender, options, 0, {"session_handle": dbus.String(session, variant_level=1)})


def described(self, session):
    return dbus.Array(
        [dbus.Struct((dbus.String(name), dbus.Dictionary(
            {"description": dbus.String(one["description"]), "trigger_description": dbus.String(one["key"])},
            signature="sv")), signature=None) for name, one in self.sessions[session]["shortcuts"].items()],
        signature="(sa{sv})")


@dbus.service.method(MAIN_IFACE, in_signature="oa(sa{sv})sa{sv}", out_signature="o", sender_keyword="sender")
def BindShortcuts(self, session, shortcuts, parent, options, sender=None):
    one = self.sessions.get(str(session))
    if one is None or one["sender"] != sender:
        refuse("there is no such session")
    if one["shortcuts"] is not None:
        refuse("the shortcuts of a session are bound once")
    if self.refuses:
        return respond(self, sender, options, 1, {})
    one["shortcuts"] = {}
    for name, values in shortcuts:
        if not isinstance(values.get("description"), dbus.String):
            refuse("a shortcut needs a description")
        wanted = str(values.get("preferred_trigger", ""))
        one["shortcuts"][str(name)] = {
            "description": str(values["description"]), "key": str(self.given.get(str(name), wanted))}
    return respond(self, sender, options, 0, {"shortcuts": described(self, str(session))})


@dbus.service.method(TEST, in_signature="s", out_signature="")
def Press(self, name):
    """Presses the key of a shortcut."""
    for session, one in self.sessions.items():
        if str(name) in (one["shortcuts"] or {}):
            self.EmitSignalDetailed(
                MAIN_IFACE, "Activated", "osta{sv}", [dbus.ObjectPath(session), name, dbus.UInt64(1), {}],
                {"destination": one["sender"]})
            return
    refuse(f"{name} has no key")


@dbus.service.method(TEST, in_signature="ss", out_signature="")
def ChangeKey(self, name, key):
    """The user gives a shortcut another key in the settings."""
    for session, one in self.sessions.items():
        if name in (one["shortcuts"] or {}):
            one["shortcuts"][str(name)]["key"] = str(key)
            self.EmitSignalDetailed(
                MAIN_IFACE, "ShortcutsChanged", "oa(sa{sv})", [dbus.ObjectPath(session), described(self, session)],
                {"destination": one["sender"]})


@dbus.service.method(TEST, in_signature="", out_signature="as")
def GetSessions(self):
    """The sessions that there ever were."""
    return dbus.Array(self.ever, signature="s")
