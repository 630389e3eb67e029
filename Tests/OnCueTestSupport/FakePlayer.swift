// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueRuntime

/// A media player on a bus that speaks MPRIS as well, or as badly, as a test wants.
@MediaActor
package final class FakePlayer: ExportedInterface {
    package nonisolated let introspectionXML = """
        <node><interface name="org.mpris.MediaPlayer2.Player">
          <method name="Next"/><method name="Previous"/><method name="Pause"/><method name="PlayPause"/>
          <method name="Stop"/><method name="Play"/>
          <method name="Seek"><arg type="x" direction="in"/></method>
          <method name="SetPosition"><arg type="o" direction="in"/><arg type="x" direction="in"/></method>
          <method name="OpenUri"><arg type="s" direction="in"/></method>
          <property name="Volume" type="d" access="readwrite"/>
          <property name="Rate" type="d" access="readwrite"/>
          <property name="Shuffle" type="b" access="readwrite"/>
          <property name="LoopStatus" type="s" access="readwrite"/>
        </interface></node>
        """
    private static let path = "/org/mpris/MediaPlayer2"

    private let bus: MessageBus
    private let name: String
    private var values: [String: BusValue]
    private var exports: [BusExport] = []
    /// What it was asked to do, with the arguments.
    package private(set) var calls: [String] = []

    /// What every command is refused with; `nil` for none.
    package var refusal: String?

    /// The properties of a good player, with `Metadata`.
    package static let good: [String: BusValue] = [
        "PlaybackStatus": .string("Playing"), "Volume": .double(0.5), "Rate": .double(1), "MinimumRate": .double(0.5),
        "MaximumRate": .double(2), "Shuffle": .bool(false), "LoopStatus": .string("None"),
        "Position": .int64(61_000_000),
        "CanControl": .bool(true), "CanPlay": .bool(true), "CanPause": .bool(true), "CanSeek": .bool(true),
        "CanGoNext": .bool(true), "CanGoPrevious": .bool(true),
        "Metadata": .dictionary([
            "mpris:trackid": .objectPath("/org/example/track/1"), "mpris:length": .int64(180_000_000),
            "xesam:title": .string("Song"), "xesam:artist": .strings(["One", "Two"]), "xesam:album": .string("Album"),
        ]),
    ]

    /// - Parameters:
    ///   - name: What stands behind `org.mpris.MediaPlayer2.`.
    ///   - identity: What it calls itself; without one it has no such property.
    ///   - changes: What is other than in ``good``; `nil` for what is missing.
    package init(
        _ bus: PrivateBus, _ name: String, identity: String? = nil, _ changes: [String: BusValue?] = [:]
    ) async throws {
        self.bus = try await bus.connect()
        self.name = "org.mpris.MediaPlayer2." + name
        values = Self.good
        for (key, value) in changes { values[key] = value }
        exports = [try self.bus.export(self, at: Self.path)]
        if let identity { exports.append(try self.bus.export(FakeIdentity(identity), at: Self.path)) }
        guard try await self.bus.requestName(self.name) == .owned else { throw SupportError("\(name) is taken") }
    }

    /// Changes properties and tells of it.
    package func change(_ changes: [String: BusValue]) {
        for (key, value) in changes { values[key] = value }
        exports[0].emitPropertiesChanged(changes)
    }

    /// Tells of a jump.
    package func seeked(to position: Int64) {
        values["Position"] = .int64(position)
        exports[0].emit("Seeked", [.int64(position)])
    }

    /// Leaves the bus.
    package func quit() async throws {
        exports = []
        try await bus.releaseName(name)
    }

    package func properties() -> [String: BusValue] { values }

    package func setProperty(_ name: String, to value: BusValue) throws(BusError) {
        calls.append("\(name) = \(value)")
        change([name: value])
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        calls.append(([call.member] + call.arguments.map { "\($0)" }).joined(separator: " "))
        if let refusal { return reply.fail(BusError(name: BusError.failed, message: refusal)) }
        reply.succeed()
    }
}

@MediaActor
private final class FakeIdentity: ExportedInterface {
    nonisolated let introspectionXML = """
        <node><interface name="org.mpris.MediaPlayer2">
          <property name="Identity" type="s" access="read"/>
        </interface></node>
        """
    private let identity: String

    init(_ identity: String) {
        self.identity = identity
    }

    func properties() -> [String: BusValue] { ["Identity": .string(identity)] }

    func call(_ call: BusMethodCall, reply: BusReply) { reply.succeed() }
}

extension PrivateBus {
    /// A player that hangs: it has its name and answers nothing, until the process goes on (`SIGCONT`). It plays then.
    ///
    /// - Parameter tells: When it goes on, it tells of a change.
    package func makeHangingPlayer(_ name: String, tells: Bool = false) async throws -> ChildProcess {
        let program = """
            import os, signal, sys
            from gi.repository import Gio, GLib
            player = "org.mpris.MediaPlayer2.Player"
            node = Gio.DBusNodeInfo.new_for_xml("<node><interface name='" + player
                + "'><property name='PlaybackStatus' type='s' access='read'/></interface></node>")
            flags = Gio.DBusConnectionFlags
            bus = Gio.DBusConnection.new_for_address_sync(
                sys.argv[1], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
            bus.register_object("/org/mpris/MediaPlayer2", node.interfaces[0], None,
                lambda *about: GLib.Variant("s", "Playing"), None)
            bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                GLib.Variant("(su)", ("org.mpris.MediaPlayer2." + sys.argv[2], 4)), None, 0, -1, None)
            print("here", flush=True)
            os.kill(os.getpid(), signal.SIGSTOP)
            if sys.argv[3] == "true":
                bus.emit_signal(None, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "PropertiesChanged",
                    GLib.Variant("(sa{sv}as)", (player, {"PlaybackStatus": GLib.Variant("s", "Playing")}, [])))
            GLib.MainLoop().run()
            """
        let process = try ChildProcess("/usr/bin/python3", ["-c", program, address, name, String(tells)])
        _ = try await process.output.waitForLine { $0 == "here" }
        return process
    }
}
