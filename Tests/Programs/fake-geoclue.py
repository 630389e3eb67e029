# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""A GeoClue for python3-dbusmock, which moves when org.oncue.Test is told to.

The parameter "refusal" is what it answers to everybody who wants to start; there is none without it.
"""

import dbus

BUS_NAME = "org.freedesktop.GeoClue2"
MAIN_OBJ = "/org/freedesktop/GeoClue2/Manager"
MAIN_IFACE = BUS_NAME + ".Manager"
SYSTEM_BUS = True

CLIENT = "/org/freedesktop/GeoClue2/Client/1"
GET_CLIENT = f"""
if '{CLIENT}' not in objects:
    self.AddObject('{CLIENT}', '{BUS_NAME}.Client', {{
        'DesktopId': '', 'DistanceThreshold': dbus.UInt32(0), 'RequestedAccuracyLevel': dbus.UInt32(0),
    }}, [('Start', '', '', 'self.start(self)'), ('Stop', '', '', '')])
    objects['{CLIENT}'].start = self.start
ret = dbus.ObjectPath('{CLIENT}')
"""
MOVE = f"""
self.moved += 1
path = '{CLIENT}/Location/%d' % self.moved
self.AddObject(path, '{BUS_NAME}.Location', {{
    'Latitude': args[0], 'Longitude': args[1], 'Accuracy': args[2],
    'Timestamp': dbus.Struct([dbus.UInt64(args[3]), dbus.UInt64(0)], signature='tt'),
}}, [])
if '{CLIENT}' in objects:
    self.tell(objects['{CLIENT}'])
"""

# As GeoClue does below the threshold of a client: the object stays, and says what is other.
REFINE = f"""
path = '{CLIENT}/Location/%d' % self.moved
objects[path].UpdateProperties('{BUS_NAME}.Location', {{
    'Latitude': args[0], 'Longitude': args[1], 'Accuracy': args[2]}})
"""
ALLOW = f"""
self.refusal = ''
self.UpdateProperties('{MAIN_IFACE}', {{'AvailableAccuracyLevel': dbus.UInt32(8)}})
"""


def load(mock, parameters):
    """Makes the manager; dbusmock calls it before it answers anybody."""
    mock.refusal = str(parameters.get("refusal", ""))
    mock.moved = 0

    def tell(client):
        path = f"{CLIENT}/Location/{mock.moved}"
        client.EmitSignal(
            f"{BUS_NAME}.Client", "LocationUpdated", "oo", [dbus.ObjectPath("/"), dbus.ObjectPath(path)])

    # As GeoClue does, whoever starts is told where the machine is, if that is known.
    def start(client):
        if mock.refusal:
            raise dbus.exceptions.DBusException(mock.refusal, name="org.freedesktop.DBus.Error.AccessDenied")
        if mock.moved:
            tell(client)

    mock.start = start
    mock.tell = tell
    mock.AddProperty(MAIN_IFACE, "AvailableAccuracyLevel", dbus.UInt32(0))
    # All callers have the one client, so it stays when one of them goes.
    mock.AddMethods(MAIN_IFACE, [("GetClient", "", "o", GET_CLIENT), ("DeleteClient", "o", "", "")])
    mock.AddMethods(
        "org.oncue.Test", [("Move", "dddt", "", MOVE), ("Refine", "ddd", "", REFINE), ("Allow", "", "", ALLOW)])
