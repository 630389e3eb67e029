# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""A notification server for python3-dbusmock, which behaves as one of a profile, or as badly as it is told to.

Parameters: "profile" (gnome43, gnome48, plasma, dunst; "plain" without one), "capabilities" in place of those of the
profile, and "fault": "closing" (it closes at once all that it shows), "dropping" (it answers, and shows nothing),
"pressing" (its user presses the first button, or types into it, before its answer is read) or "silent" (it does not
answer Notify at all). The methods of org.oncue.Test are what its user does.
"""

import time

import dbus
import dbus.service
from gi.repository import GLib

BUS_NAME = "org.freedesktop.Notifications"
MAIN_OBJ = "/org/freedesktop/Notifications"
MAIN_IFACE = BUS_NAME
SYSTEM_BUS = False
TEST = "org.oncue.Test"

EXPIRED, DISMISSED, CLOSED, UNDEFINED = 1, 2, 3, 4
GNOME = "actions body body-markup icon-static persistence sound"

# cap: how many of one program are kept, the oldest is closed as expired. foreign: a number that is not known is
# "new" (gets another), or is "used". leaves: what a program showed goes when the program leaves the bus.
PROFILES = {
    "plain": {
        "name": ("mock-notify", "OnCue", "1.0"), "capabilities": "body body-markup icon-static", "unicast": False,
        "token": False, "cap": 0, "foreign": "used", "leaves": False, "expires": False, "closes": True, "twins": True,
    },
    "gnome43": {
        "name": ("gnome-shell", "GNOME", "43.9"), "capabilities": GNOME, "unicast": True, "token": False, "cap": 3,
        "foreign": "new", "leaves": True, "expires": False, "closes": True, "twins": True,
    },
    "gnome48": {
        "name": ("gnome-shell", "GNOME", "48.2"), "capabilities": GNOME, "unicast": True, "token": True, "cap": 10,
        "foreign": "new", "leaves": True, "expires": False, "closes": True, "twins": True,
    },
    "plasma": {
        "name": ("Plasma", "KDE", "6.1.0"),
        "capabilities": "body body-hyperlinks body-markup body-images icon-static actions persistence inline-reply "
        "x-kde-urls x-kde-origin-name x-kde-display-appname inhibitions sound", "unicast": False, "token": True,
        "cap": 0, "foreign": "used", "leaves": False, "expires": True, "closes": True, "twins": False,
    },
    "dunst": {
        "name": ("dunst", "knopwob", "1.9.0"),
        "capabilities": "actions body body-hyperlinks icon-static x-canonical-private-synchronous x-dunst-stack-tag",
        "unicast": True, "token": False, "cap": 0, "foreign": "used", "leaves": False, "expires": True,
        "closes": False, "twins": True,
    },
}


def load(mock, parameters):
    """Prepares the server; dbusmock calls it before it answers anybody."""
    mock.profile = PROFILES[str(parameters.get("profile", "plain"))]
    mock.capabilities = str(parameters.get("capabilities", mock.profile["capabilities"])).split()
    mock.fault = str(parameters.get("fault", ""))
    mock.last = 0
    # By number, what was shown last at the end.
    mock.shown = {}
    # What has expired, which the history of dunst gives back.
    mock.history = {}
    mock.tokens = 0

    def left(name, old, new):
        if mock.profile["leaves"] and old and not new:
            for number in [n for n, one in mock.shown.items() if one["sender"] == name]:
                del mock.shown[number]

    dbus.SessionBus().add_signal_receiver(left, "NameOwnerChanged", "org.freedesktop.DBus")


def tell(mock, sender, name, signature, *arguments, unicast=None):
    details = {"destination": sender} if (mock.profile["unicast"] if unicast is None else unicast) else {}
    mock.EmitSignalDetailed(MAIN_IFACE, name, signature, list(arguments), details)


def close(mock, number, reason):
    one = mock.shown.pop(number, None)
    if one is None:
        return
    if reason == EXPIRED:
        mock.history[number] = one
    tell(mock, one["sender"], "NotificationClosed", "uu", dbus.UInt32(number), dbus.UInt32(reason))


def failed(name, text):
    return dbus.exceptions.DBusException(text, name=name)


@dbus.service.method(MAIN_IFACE, in_signature="", out_signature="as")
def GetCapabilities(self):
    return dbus.Array(self.capabilities, signature="s")


@dbus.service.method(MAIN_IFACE, in_signature="", out_signature="ssss")
def GetServerInformation(self):
    return self.profile["name"] + ("1.2",)


@dbus.service.method(
    MAIN_IFACE, in_signature="susssasa{sv}i", out_signature="u", sender_keyword="sender",
    async_callbacks=("answer", "refuse"))
def Notify(
        self, program, replaced, icon, summary, body, actions, hints, timeout, sender=None, answer=None, refuse=None):
    if self.fault == "silent":
        return
    replaced, known = int(replaced), self.shown.get(int(replaced))
    if known and known["sender"] != sender and self.profile["foreign"] == "new":
        refuse(failed("org.freedesktop.DBus.Error.InvalidArgs", "Invalid notification ID"))
        return
    content = (str(program), str(summary), str(body), tuple(map(str, actions)), str(icon))
    now = time.monotonic()
    if not self.profile["twins"] and any(
            one["content"] == content and now - one["time"] < 1 for one in self.shown.values()):
        refuse(failed(
            MAIN_IFACE + ".Error.ExcessNotificationGeneration", "Created too many similar notifications in quick"
            " succession"))
        return
    if replaced and (known or self.profile["foreign"] == "used"):
        number = replaced
    else:
        self.last += 1
        number = self.last
    self.last = max(self.last, number)
    answer(dbus.UInt32(number))
    if self.fault == "dropping":
        return
    self.shown.pop(number, None)
    self.shown[number] = {
        "sender": sender, "content": content, "time": now, "resident": bool(hints.get("resident", False))}
    if self.profile["expires"] and timeout > 0:
        GLib.timeout_add(int(timeout), lambda: close(self, number, EXPIRED))
    # After the answer, so that whoever has sent it knows the number.
    if self.fault == "closing":
        GLib.idle_add(lambda: close(self, number, UNDEFINED))
    if self.fault == "pressing":
        if "inline-reply" in list(actions):
            Reply(self, number, "quick")
        elif actions:
            Press(self, number, actions[0])
    own = [n for n, one in self.shown.items() if one["sender"] == sender]
    if self.profile["cap"] and len(own) > self.profile["cap"]:
        close(self, own[0], EXPIRED)


@dbus.service.method(MAIN_IFACE, in_signature="u", out_signature="")
def CloseNotification(self, number):
    close(self, int(number), CLOSED)


@dbus.service.method(TEST, in_signature="us", out_signature="")
def Press(self, number, key):
    """A button is pressed, or "default" for the notification itself, which may be one of the history."""
    number = int(number)
    one = self.shown.get(number) or self.history.get(number)
    if one is None or str(key) not in one["content"][3][::2]:
        raise failed(TEST + ".Error.Nothing", f"{number} has no button {key}; there is {self.shown}")
    if self.profile["token"]:
        self.tokens += 1
        tell(self, one["sender"], "ActivationToken", "us", dbus.UInt32(number), f"token-{self.tokens}")
    tell(self, one["sender"], "ActionInvoked", "us", dbus.UInt32(number), str(key))
    if self.profile["closes"] and not one["resident"]:
        close(self, number, DISMISSED)


@dbus.service.method(TEST, in_signature="us", out_signature="")
def Reply(self, number, text):
    """A text is typed into one and sent, as on Plasma."""
    number = int(number)
    one = self.shown.get(number)
    if one is None or "inline-reply" not in self.capabilities or "inline-reply" not in one["content"][3][::2]:
        raise failed(TEST + ".Error.Nothing", f"{number} takes no text")
    tell(self, one["sender"], "NotificationReplied", "us", dbus.UInt32(number), str(text), unicast=True)
    if not one["resident"]:
        close(self, number, DISMISSED)


@dbus.service.method(TEST, in_signature="u", out_signature="")
def Dismiss(self, number):
    close(self, int(number), DISMISSED)


@dbus.service.method(TEST, in_signature="u", out_signature="")
def Expire(self, number):
    close(self, int(number), EXPIRED)


@dbus.service.method(TEST, in_signature="s", out_signature="")
def SetFault(self, fault):
    self.fault = str(fault)


@dbus.service.method(TEST, in_signature="", out_signature="a(usas)")
def GetShown(self):
    """The numbers, titles and buttons of what is on the screen, the oldest first."""
    return dbus.Array(
        [dbus.Struct((dbus.UInt32(number), one["content"][1], dbus.Array(one["content"][3], signature="s")))
         for number, one in self.shown.items()], signature="(usas)")
