// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
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
          <property name="PlaybackStatus" type="s" access="read"/>
          <property name="Metadata" type="a{sv}" access="read"/>
          <property name="Position" type="x" access="read"/>
          <property name="CanSeek" type="b" access="read"/>
        </interface></node>
        """
    private static let path = "/org/mpris/MediaPlayer2"

    private let bus: MessageBus
    private let name: String
    private var values: [String: BusValue]
    private var exports: [BusExport] = []
    /// What it was asked to do, with the arguments.
    package private(set) var calls: [String] = []
    /// The methods that were called, for those who wait for it.
    package let asked = EventLog<String>()

    /// What every command is refused with; `nil` for none.
    package var refusal: String?
    /// Does what it is told, as the specification says, with two tracks; otherwise it only remembers it.
    package var obeys = false

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
        guard obeys else { return change([name: value]) }
        if name == "Rate", value == .double(0) { return obey("Pause", []) }
        let value = name == "Volume" ? BusValue.double(max(0, value.doubleValue ?? 0)) : value
        if values[name] != value { change([name: value]) }
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        calls.append(([call.member] + call.arguments.map { "\($0)" }).joined(separator: " "))
        asked.append(call.member)
        if let refusal { return reply.fail(BusError(name: BusError.failed, message: refusal)) }
        if obeys, call.member == "OpenUri" {
            return reply.fail(BusError(name: BusError.invalidArguments, message: "a scheme that nobody has"))
        }
        if obeys { obey(call.member, call.arguments) }
        reply.succeed()
    }

    // MARK: Obeying

    private var status: String { values["PlaybackStatus"]?.stringValue ?? "" }
    private var metadata: [String: BusValue] { values["Metadata"]?.dictionaryValue ?? [:] }

    private func obey(_ member: String, _ arguments: [BusValue]) {
        switch member {
        case "Play": become("Playing")
        case "Pause": if status == "Playing" { become("Paused") }
        case "PlayPause": become(status == "Playing" ? "Paused" : "Playing")
        case "Stop":
            values["Position"] = .int64(0)
            become("Stopped")
        case "Seek": go(to: (values["Position"]?.intValue ?? 0) + (arguments.first?.intValue ?? 0))
        case "SetPosition":
            let position = arguments.last?.intValue ?? -1
            guard arguments.first == metadata["mpris:trackid"]?.unwrapped, position >= 0,
                position <= metadata["mpris:length"]?.intValue ?? 0
            else { return }
            go(to: position)
        case "Next": show(track: "/org/example/track/2")
        case "Previous": show(track: "/org/example/track/1")
        default: break
        }
    }

    private func become(_ status: String) {
        if status != self.status { change(["PlaybackStatus": .string(status)]) }
    }

    private func go(to position: Int) { seeked(to: Int64(max(0, position))) }

    private func show(track: String) {
        values["Position"] = .int64(0)
        change(["Metadata": .dictionary(metadata.merging(["mpris:trackid": .objectPath(track)]) { $1 })])
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
