# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""What keeps notifications of programs that do not run, for python3-dbusmock: GNOME's own interface, or the portal.

The parameter "kind" is gnome or portal, "version" that of the portal, and "app" the one application that is installed.
It refuses what does not have the documented types, keeps what it shows when its sender leaves the bus, and tells nobody
when one is dismissed. The methods of org.oncue.Test are what its user does.
"""

import dbus
import dbus.service

BUS_NAME = "org.gtk.Notifications"
MAIN_OBJ = "/org/gtk/Notifications"
MAIN_IFACE = BUS_NAME
SYSTEM_BUS = False
TEST = "org.oncue.Test"
PORTAL = "org.freedesktop.portal.Notification"
PRIORITIES = ("low", "normal", "high", "urgent")
HINTS = ("transient", "tray", "persistent", "hide-on-lock-screen", "hide-content-on-lock-screen", "show-as-new")


def load(mock, parameters):
    """Prepares it; dbusmock calls it before it answers anybody."""
    mock.app = str(parameters.get("app", "org.oncue.OnCue"))
    mock.shown = {}
    # The applications of the connections that have said so.
    mock.registered = {}
    mock.AddProperty(PORTAL, "version", dbus.UInt32(int(parameters.get("version", 2))))


def refuse(text, name="org.freedesktop.DBus.Error.InvalidArgs"):
    raise dbus.exceptions.DBusException(text, name=name)


def check(values, is_portal):
    if not isinstance(values.get("title"), dbus.String) or not values["title"]:
        refuse("a notification needs a title")
    known = {"title": dbus.String, "body": dbus.String, "priority": dbus.String, "default-action": dbus.String}
    for key, value in values.items():
        if key in known and not isinstance(value, known[key]):
            refuse(f"{key} has the wrong type")
    if values.get("priority", "normal") not in PRIORITIES:
        refuse("priority is none")
    if "default-action-target" in values and "default-action" not in values:
        refuse("a target without an action")
    for button in values.get("buttons", []):
        if not isinstance(button.get("label"), dbus.String) or not isinstance(button.get("action"), dbus.String):
            refuse("a button needs a label and an action")
    icon = values.get("icon")
    if icon is not None and (not isinstance(icon, dbus.Struct) or len(icon) != 2):
        refuse("icon is no serialised icon")
    if is_portal:
        # Pictures come as descriptors there.
        if icon is not None and icon[0] not in ("themed", "bytes", "file-descriptor"):
            refuse("icon is of a kind that there is not")
        for hint in values.get("display-hint", []):
            if hint not in HINTS:
                refuse(f"there is no display-hint {hint}")
        if values.get("sound", "default") not in ("default", "silent"):
            refuse("sound is none")


def key(identifier):
    if "\n" in identifier or not identifier:
        refuse("an identifier is one line")
    return str(identifier)


# GNOME and the portal have methods of one name, which differ in what they take.
def add_gnome(self, app, identifier, values):
    if app != self.app:
        refuse(f'The app by ID "{app}" could not be found', "org.gnome.Shell.Notifications.Error.InvalidApp")
    check(values, False)
    self.shown[key(identifier)] = values


def add_portal(self, sender, identifier, values):
    if sender not in self.registered:
        refuse("nobody knows whose this is", "org.freedesktop.portal.Error.NotAllowed")
    check(values, True)
    self.shown[key(identifier)] = values


@dbus.service.method(MAIN_IFACE, in_signature="ssa{sv}", out_signature="")
def AddNotification(self, app, identifier, values):
    add_gnome(self, app, identifier, values)


@dbus.service.method(MAIN_IFACE, in_signature="ss", out_signature="")
def RemoveNotification(self, app, identifier):
    self.shown.pop(str(identifier), None)


def press(self, identifier, label):
    """A button is pressed, or with an empty label the notification itself, which goes then."""
    values = self.shown.pop(str(identifier), None)
    if values is None:
        refuse(f"{identifier} is not there: {list(self.shown)}")
    if label:
        button = [b for b in values.get("buttons", []) if b["label"] == label][0]
        action, target = button["action"], button.get("target")
    else:
        action, target = values["default-action"], values.get("default-action-target")
    if not action.startswith("app."):
        refuse(f"{action} is nothing that starts a program")
    application = dbus.SessionBus().get_object(
        self.app, "/" + self.app.replace(".", "/"), introspect=False, follow_name_owner_changes=True)
    parameters = dbus.Array([] if target is None else [target], signature="v")
    application.get_dbus_method("ActivateAction", "org.freedesktop.Application")(
        action[len("app."):], parameters, dbus.Dictionary({}, signature="sv"),
        reply_handler=lambda: None, error_handler=lambda error: self.log(f"ActivateAction failed: {error}"))


@dbus.service.method(TEST, in_signature="ss", out_signature="")
def Press(self, identifier, label):
    press(self, identifier, label)


@dbus.service.method(TEST, in_signature="", out_signature="a(ssas)")
def GetShown(self):
    """The identifiers, titles and labels of the buttons of what is shown, the oldest first."""
    return dbus.Array(
        [dbus.Struct((name, values["title"], dbus.Array([b["label"] for b in values.get("buttons", [])], signature="s")))
         for name, values in self.shown.items()], signature="(ssas)")
