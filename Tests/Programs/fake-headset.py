# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""A BlueZ with one adapter and devices that the test connects, to which a sound server can really send sound.

It is on the bus of DBUS_SYSTEM_BUS_ADDRESS as org.bluez, and does what org.oncue.Test at "/" is told. A sound server
registers its endpoints; a device that connects gets a transport to the SBC endpoint among them, and what is sent there is
counted and, if wanted, kept: the frames of SBC without their packets.
"""

import os
import socket
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

ADAPTER = "/org/bluez/hci0"
A2DP_SOURCE = "0000110a-0000-1000-8000-00805f9b34fb"
A2DP_SINK = "0000110b-0000-1000-8000-00805f9b34fb"
SBC = 0
# 44.1 kHz, joint stereo, 16 blocks, 8 subbands, loudness, bitpool 2 to 53.
CONFIGURATION = bytes([0x21, 0x15, 2, 53])
PACKET = 672
# Before the frames: RTP, and how many frames there are.
PACKET_HEADER = 13

XML = """
<node>
  <interface name="org.freedesktop.DBus.ObjectManager">
    <method name="GetManagedObjects"><arg type="a{oa{sa{sv}}}" direction="out"/></method>
    <signal name="InterfacesAdded"><arg type="o"/><arg type="a{sa{sv}}"/></signal>
    <signal name="InterfacesRemoved"><arg type="o"/><arg type="as"/></signal>
  </interface>
  <interface name="org.oncue.Test">
    <method name="AddDevice">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="u" direction="in"/>
    </method>
    <method name="Connect"><arg type="s" direction="in"/><arg type="b" direction="in"/></method>
    <method name="Disconnect"><arg type="s" direction="in"/></method>
    <method name="Record"><arg type="s" direction="in"/><arg type="s" direction="in"/></method>
    <method name="CountBytes"><arg type="s" direction="in"/><arg type="t" direction="out"/></method>
    <method name="HasTransport"><arg type="s" direction="in"/><arg type="b" direction="out"/></method>
  </interface>
  <interface name="org.bluez.Adapter1">
    <property name="Address" type="s" access="read"/><property name="Alias" type="s" access="read"/>
    <property name="Powered" type="b" access="read"/><property name="UUIDs" type="as" access="read"/>
  </interface>
  <interface name="org.bluez.Media1">
    <method name="RegisterApplication"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/></method>
    <method name="UnregisterApplication"><arg type="o" direction="in"/></method>
    <method name="RegisterPlayer"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/></method>
    <method name="UnregisterPlayer"><arg type="o" direction="in"/></method>
    <property name="SupportedUUIDs" type="as" access="read"/>
  </interface>
  <interface name="org.bluez.ProfileManager1">
    <method name="RegisterProfile">
      <arg type="o" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
    </method>
    <method name="UnregisterProfile"><arg type="o" direction="in"/></method>
  </interface>
  <interface name="org.bluez.Device1">
    <method name="Connect"/><method name="Disconnect"/>
    <property name="Address" type="s" access="read"/><property name="Alias" type="s" access="read"/>
    <property name="Name" type="s" access="read"/><property name="Class" type="u" access="read"/>
    <property name="UUIDs" type="as" access="read"/><property name="Paired" type="b" access="read"/>
    <property name="Trusted" type="b" access="read"/><property name="Connected" type="b" access="read"/>
    <property name="ServicesResolved" type="b" access="read"/><property name="Adapter" type="o" access="read"/>
  </interface>
  <interface name="org.bluez.MediaTransport1">
    <method name="Acquire">
      <arg type="h" direction="out"/><arg type="q" direction="out"/><arg type="q" direction="out"/>
    </method>
    <method name="TryAcquire">
      <arg type="h" direction="out"/><arg type="q" direction="out"/><arg type="q" direction="out"/>
    </method>
    <method name="Release"/>
    <property name="Device" type="o" access="read"/><property name="UUID" type="s" access="read"/>
    <property name="Codec" type="y" access="read"/><property name="Configuration" type="ay" access="read"/>
    <property name="State" type="s" access="read"/><property name="Volume" type="q" access="readwrite"/>
  </interface>
</node>
"""
INTERFACES = {interface.name: interface for interface in Gio.DBusNodeInfo.new_for_xml(XML).interfaces}


class Refusal(Exception):
    """An error of BlueZ, by the end of its name."""


class Device:
    """A device, and what was sent to it."""

    def __init__(self, path):
        self.path = path
        self.transport = None
        self.is_sounding = True
        self.stream = None
        self.count = 0
        self.recording = None

    def receive(self, packet):
        """Takes one packet of sound."""
        self.count += len(packet)
        if self.recording:
            self.recording.write(packet[PACKET_HEADER:])


class Bluez:
    """The service."""

    def __init__(self, connection):
        self.connection = connection
        self.objects = {}
        self.ids = {}
        self.devices = {}
        # The sound server's: its name on the bus and the path of its endpoint.
        self.endpoint = None
        self.watch = 0
        self.transports = 0
        self.export("/", {"org.freedesktop.DBus.ObjectManager": {}, "org.oncue.Test": {}})
        self.add("/org/bluez", {"org.bluez.ProfileManager1": {}})
        self.add(
            ADAPTER,
            {
                "org.bluez.Adapter1": {
                    "Address": GLib.Variant("s", "00:11:22:33:44:55"),
                    "Alias": GLib.Variant("s", "test"),
                    "Powered": GLib.Variant("b", True),
                    "UUIDs": GLib.Variant("as", [A2DP_SOURCE]),
                },
                "org.bluez.Media1": {"SupportedUUIDs": GLib.Variant("as", [A2DP_SOURCE])},
            },
        )

    # Objects

    def add(self, path, interfaces):
        """Exports an object and tells so."""
        self.export(path, interfaces)
        self.announce(path)

    def export(self, path, interfaces):
        """Exports an object."""
        self.objects[path] = interfaces
        self.ids[path] = [
            self.connection.register_object(path, INTERFACES[name], self.called, self.got, self.wrote)
            for name in interfaces
        ]

    def announce(self, path):
        """Tells that an object is there."""
        self.emit(
            "/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", "(oa{sa{sv}})", path, self.objects[path])

    def remove(self, path):
        """Takes an object away and tells so."""
        interfaces = self.objects.pop(path)
        for number in self.ids.pop(path):
            self.connection.unregister_object(number)
        self.emit(
            "/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved", "(oas)", path, list(interfaces))

    def change(self, path, interface, **values):
        """Gives an object other properties and tells so."""
        self.objects[path][interface].update(values)
        self.emit(path, "org.freedesktop.DBus.Properties", "PropertiesChanged", "(sa{sv}as)", interface, values, [])

    def emit(self, path, interface, member, signature, *arguments):
        """Sends a signal."""
        self.connection.emit_signal(None, path, interface, member, GLib.Variant(signature, arguments))

    def got(self, _connection, _sender, path, interface, name):
        """Reads a property."""
        return self.objects[path][interface].get(name)

    def wrote(self, _connection, _sender, path, interface, name, value):
        """Writes a property."""
        self.change(path, interface, **{name: value})
        return True

    def called(self, _connection, sender, path, interface, member, arguments, invocation):
        """Carries out a method."""
        try:
            if interface == "org.bluez.MediaTransport1" and member in ("Acquire", "TryAcquire"):
                if member == "TryAcquire":
                    raise Refusal("NotAvailable")
                descriptors = Gio.UnixFDList.new()
                with self.open(path) as end:
                    place = descriptors.append(end.fileno())
                answer = GLib.Variant("(hqq)", (place, PACKET, PACKET))
                invocation.return_value_with_unix_fd_list(answer, descriptors)
                return
            method = getattr(self, "on_" + member, None)
            invocation.return_value(method(sender, path, *arguments.unpack()) if method else None)
        except Refusal as error:
            invocation.return_dbus_error("org.bluez.Error." + str(error), str(error))
        except Exception as error:  # pylint: disable=broad-except
            print(f"{member}: {error!r}", file=sys.stderr, flush=True)
            invocation.return_dbus_error("org.bluez.Error.Failed", repr(error))

    def on_GetManagedObjects(self, _sender, _path):
        """All objects with their properties."""
        objects = {path: interfaces for path, interfaces in self.objects.items() if path != "/"}
        return GLib.Variant("(a{oa{sa{sv}}})", (objects,))

    # The sound server

    def on_RegisterApplication(self, sender, _path, root, _options):
        """Asks a sound server for its endpoints, and connects what waits for one."""

        def listed(connection, result):
            objects = connection.call_finish(result).unpack()[0]
            endpoints = []
            for path, interfaces in objects.items():
                values = interfaces.get("org.bluez.MediaEndpoint1", {})
                if values.get("UUID", "").lower() == A2DP_SOURCE and values.get("Codec") == SBC:
                    endpoints.append(path)
            # There are others for more bits, such as sbc_xq_552.
            endpoints.sort(key=lambda path: not path.endswith("/sbc"))
            self.endpoint = (sender, endpoints[0]) if endpoints else None
            for device in self.devices.values():
                self.configure(device)

        def vanished(_connection, _name):
            Gio.bus_unwatch_name(self.watch)
            self.endpoint = None
            for device in self.devices.values():
                self.drop(device)

        self.watch = Gio.bus_watch_name_on_connection(
            self.connection, sender, Gio.BusNameWatcherFlags.NONE, None, vanished)
        self.connection.call(
            sender, root, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", None, None,
            Gio.DBusCallFlags.NONE, -1, None, listed)

    def configure(self, device):
        """Gives a connected device a transport, if there is who could use it."""
        is_connected = self.objects[device.path]["org.bluez.Device1"]["Connected"].unpack()
        if not (is_connected and device.is_sounding and self.endpoint) or device.transport:
            return
        path = f"{device.path}/fd{self.transports}"
        self.transports += 1
        device.transport = path
        values = {
            "Device": GLib.Variant("o", device.path),
            "UUID": GLib.Variant("s", A2DP_SOURCE),
            "Codec": GLib.Variant("y", SBC),
            "Configuration": GLib.Variant("ay", CONFIGURATION),
            "State": GLib.Variant("s", "idle"),
            "Volume": GLib.Variant("q", 100),
        }

        def configured(connection, result):
            connection.call_finish(result)
            if device.transport == path:
                self.announce(path)

        # The sound server acquires it before it answers.
        self.export(path, {"org.bluez.MediaTransport1": values})
        name, endpoint = self.endpoint
        self.connection.call(
            name, endpoint, "org.bluez.MediaEndpoint1", "SetConfiguration", GLib.Variant("(oa{sv})", (path, values)),
            None, Gio.DBusCallFlags.NONE, -1, None, configured)

    def drop(self, device):
        """Takes the transport of a device away."""
        path, device.transport = device.transport, None
        self.close(device)
        if not path:
            return
        if self.endpoint:
            name, endpoint = self.endpoint
            self.connection.call(
                name, endpoint, "org.bluez.MediaEndpoint1", "ClearConfiguration", GLib.Variant("(o)", (path,)), None,
                Gio.DBusCallFlags.NONE, -1, None, None)
        if path in self.objects:
            self.remove(path)

    # Sound

    def open(self, path):
        """Begins to receive sound; gives the end of the sound server."""
        device = next(device for device in self.devices.values() if device.transport == path)
        self.close(device)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        device.stream = ours

        def readable(_source, _condition):
            packet = ours.recv(65536)
            if packet:
                device.receive(packet)
                return True
            if device.stream is ours:
                self.close(device)
            return False

        GLib.io_add_watch(ours.fileno(), GLib.PRIORITY_HIGH, GLib.IO_IN | GLib.IO_HUP, readable)
        self.change(path, "org.bluez.MediaTransport1", State=GLib.Variant("s", "active"))
        return theirs

    def close(self, device):
        """Receives no more sound."""
        stream, device.stream = device.stream, None
        if not stream:
            return
        # The watch reads the end, and is gone with it.
        stream.shutdown(socket.SHUT_RDWR)
        if device.recording:
            device.recording.flush()
        if device.transport in self.objects:
            self.change(device.transport, "org.bluez.MediaTransport1", State=GLib.Variant("s", "idle"))

    def on_Release(self, _sender, path):
        """The sound server has nothing to send."""
        for device in self.devices.values():
            if device.transport == path:
                self.close(device)

    # The test

    def on_AddDevice(self, _sender, _path, address, name, device_class):
        """Makes a device known that is not connected."""
        path = f"{ADAPTER}/dev_{address.replace(':', '_')}"
        self.devices[address] = Device(path)
        self.add(
            path,
            {
                "org.bluez.Device1": {
                    "Address": GLib.Variant("s", address),
                    "Alias": GLib.Variant("s", name),
                    "Name": GLib.Variant("s", name),
                    "Class": GLib.Variant("u", device_class),
                    "UUIDs": GLib.Variant("as", [A2DP_SINK]),
                    "Paired": GLib.Variant("b", True),
                    "Trusted": GLib.Variant("b", True),
                    "Connected": GLib.Variant("b", False),
                    "ServicesResolved": GLib.Variant("b", False),
                    "Adapter": GLib.Variant("o", ADAPTER),
                }
            },
        )

    def on_Connect(self, _sender, path, address=None, is_sounding=True):
        """Connects a device; one that is not sounding gets no transport, as when its profiles fail."""
        device = self.device(path, address)
        device.is_sounding = is_sounding
        yes = GLib.Variant("b", True)
        self.change(device.path, "org.bluez.Device1", Connected=yes)
        self.configure(device)
        self.change(device.path, "org.bluez.Device1", ServicesResolved=yes)

    def on_Disconnect(self, _sender, path, address=None):
        """Takes a device away, as when it is switched off."""
        device = self.device(path, address)
        self.drop(device)
        no = GLib.Variant("b", False)
        self.change(device.path, "org.bluez.Device1", Connected=no, ServicesResolved=no)

    def device(self, path, address):
        """The device that the test or a client means."""
        return next(device for key, device in self.devices.items() if key == address or device.path == path)

    def on_Record(self, _sender, _path, address, file):
        """Keeps what is sent to a device from now on; no longer, with an empty name."""
        device = self.devices[address]
        if device.recording:
            device.recording.close()
        device.recording = open(file, "wb") if file else None  # pylint: disable=consider-using-with

    def on_CountBytes(self, _sender, _path, address):
        """How many bytes were sent to a device."""
        return GLib.Variant("(t)", (self.devices[address].count,))

    def on_HasTransport(self, _sender, _path, address):
        """Whether sound can be sent to a device."""
        return GLib.Variant("(b)", (self.devices[address].transport in self.objects,))


def main():
    """Serves until it is killed."""
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    connection = Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SYSTEM_BUS_ADDRESS"], flags, None, None)
    connection.set_exit_on_close(True)
    _bluez = Bluez(connection)
    Gio.bus_own_name_on_connection(connection, "org.bluez", Gio.BusNameOwnerFlags.NONE, None, None)
    GLib.MainLoop().run()


main()
