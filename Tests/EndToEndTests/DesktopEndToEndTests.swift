// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("What is around the daemon")
struct DesktopEndToEndTests {
    private static let bluetooth = "/org/oncue/OnCue/Bluetooth"

    /// - Parameter isRecorded: Everything goes over the bus, where it can be seen.
    private func machine(_ system: PrivateBus, isRecorded: Bool = false) async throws -> Machine {
        var variables = ["DBUS_SYSTEM_BUS_ADDRESS": system.address]
        if isRecorded { variables["ONCUE_BUS_ONLY"] = "1" }
        let machine = try await Machine(variables)
        try machine.writeMusic("a.wav", "b.wav", "c.wav", seconds: 300)
        return machine
    }

    /// A machine that plays and has an adapter, with its system bus and the name of its daemon there.
    private func machineWithBluetooth() async throws -> (PrivateBus, Bluez, Machine, String) {
        let system = try await PrivateBus()
        let bluez = try await Bluez(on: system)
        try await bluez.addAdapter("hci0")
        let machine = try await machine(system)
        let daemon = try await machine.startDaemon()
        try await bluez.wait(forPlayers: 1, at: "hci0")
        try await machine.done("play", "music")
        return (system, bluez, machine, try #require(try await Self.name(of: daemon, on: system)))
    }

    @Test("A headset steers the daemon where no desktop runs")
    func headset() async throws {
        let (system, bluez, machine, service) = try await machineWithBluetooth()
        defer { withExtendedLifetime(system) {} }

        try await bluez.press("Next", of: Self.bluetooth, on: service)
        try await waitUntil("Next has its effect") { try await machine.json("now")["queueIndex"]?.intValue == 1 }
        try await bluez.press("Pause", of: Self.bluetooth, on: service)
        try await waitUntil("Pause has its effect") { try await machine.json("now")["status"] == "paused" }
    }

    @Test(
        "A press that a desktop takes for a media key as well counts once, and one by the desktop alone counts",
        .steadyMachine)
    func twoWays() async throws {
        let (system, bluez, machine, service) = try await machineWithBluetooth()
        defer { withExtendedLifetime(system) {} }
        let bus = try #require(machine.bus)
        let client = try await bus.connect()
        let player = "org.mpris.MediaPlayer2"
        let daemon = try #require(machine.processes.first { $0.name == "oncued" }).identifier
        let recordings = [try await BusRecording(of: bus), try await BusRecording(of: system)]

        // Both are there before the daemon takes one, well within the time in which both are one.
        kill(daemon, SIGSTOP)
        async let second: [BusValue] = client.call(
            "Next", of: player + ".Player", at: "/org/mpris/MediaPlayer2", on: player + ".oncue")
        try await bluez.press("Next", of: Self.bluetooth, on: service)
        try await waitUntil("both are sent") {
            recordings.allSatisfy { $0.messages.contains { $0.kind == 1 && $0.member == "Next" } }
        }
        kill(daemon, SIGCONT)
        _ = try await second
        try await MediaActor.sleep(for: RemotePresses.window)
        #expect(try await machine.json("now")["queueIndex"]?.intValue == 1)

        try await client.call("Next", of: player + ".Player", at: "/org/mpris/MediaPlayer2", on: player + ".oncue")
        #expect(try await machine.json("now")["queueIndex"]?.intValue == 2)
    }

    @Test("Status tells whether the screen is locked, and what is notified of is kept across a restart")
    func lockAndNotifications() async throws {
        let system = try await PrivateBus()
        let machine = try await machine(system)
        let bus = try #require(machine.bus)
        let saver = try await MockedService(
            "org.gnome.ScreenSaver",
            ["--session", "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"], on: bus)
        let server = try await FakeNotificationServer(on: bus).service
        let first = try await machine.startDaemon()
        try await machine.done("notify", "locked")
        first.send(9)
        _ = try await first.ending()
        _ = try await machine.startDaemon()

        #expect(try await machine.json("notify") == ["tracks": "locked", "controls": false])
        #expect(try await machine.json("status")["locked"] == false)
        try await waitUntil("it is locked") {
            // What is told before the daemon listens is lost.
            try await saver.emit(
                "ActiveChanged", of: "org.gnome.ScreenSaver", at: "/org/gnome/ScreenSaver", "b", [.bool(true)])
            return try await machine.json("status")["locked"] == true
        }
        try await machine.done("play", "music")

        let shown = try await server.wait(forCalls: 1, of: "Notify", at: "/org/freedesktop/Notifications")
        #expect(shown.first?[3].stringValue == "a")
    }

    @Test("What happens is told in as few messages as the documentation says")
    func messages() async throws {
        let system = try await PrivateBus()
        let bluez = try await Bluez(on: system)
        try await bluez.addAdapter("hci0")
        let machine = try await machine(system, isRecorded: true)
        let daemon = try await machine.startDaemon()
        try await bluez.wait(forPlayers: 1, at: "hci0")
        try await machine.done("play", "music")
        // Pictures that are looked for the first time may come late, which is told once more.
        for (index, command) in [(0, "resume"), (1, "next"), (0, "previous")] {
            try await machine.done(command)
            try await machine.waitForNow("a picture") { $0["queueIndex"]?.intValue == index && $0["artUrl"] != .null }
        }
        for _ in 0..<2 { try await machine.done("status") }
        let bus = try #require(machine.bus)
        let (onSession, onSystem) = (try await BusRecording(of: bus), try await BusRecording(of: system))
        let names = (try await Self.name(of: daemon, on: bus) ?? "", try await Self.name(of: daemon, on: system) ?? "")
        func record(_ body: () async throws -> Void) async throws -> [[BusRecording.Message]] {
            var inner: [BusRecording.Message] = []
            let outer = try await onSession.signals(of: names.0) {
                inner = try await onSystem.signals(of: names.1) {
                    try await body()
                    // What is told late is told before this is answered twice.
                    for _ in 0..<2 { try await machine.done("status") }
                }
            }
            return [outer, inner]
        }
        func tell(_ what: String, _ all: [[BusRecording.Message]]) {
            for (bus, messages) in zip(["session", "system"], all) {
                print("messages: \(what), \(bus): \(messages.count), \(messages.map(\.size).reduce(0, +)) bytes")
            }
        }

        let change = try await record { try await machine.done("next") }
        tell("a track change", change)
        #expect(change[0].filter { $0.path == "/org/mpris/MediaPlayer2" }.count <= 2)
        #expect(change[0].allSatisfy { $0.size < 8_192 }, "\(change[0])")
        #expect(change[0].count { $0.member == "CommandsChanged" } <= 1, "\(change[0])")
        #expect(change[0].count <= 7, "\(change[0])")
        #expect(change[1].map(\.member) == ["PropertiesChanged"] && change[1][0].size < 2_048)
        let seek = try await record { try await machine.done("seek", "0:30") }
        tell("a seek", seek)
        #expect(seek[0].filter { $0.path == "/org/mpris/MediaPlayer2" }.map(\.member) == ["Seeked"])
        #expect(seek[1].map(\.member) == ["Seeked"])
        let sweep = try await record {
            for volume in 1...20 { try await machine.done("volume", "\(volume * 4)") }
        }
        tell("a volume sweep in 20 steps", sweep)
        #expect(sweep[0].count <= 40 && sweep[1].isEmpty)
        let rest = try await record { try await MediaActor.sleep(for: .seconds(2)) }
        tell("playing on for 2 s", rest)
        #expect(rest.allSatisfy { $0.isEmpty })
    }

    /// The unique name of a process on a bus.
    private static func name(of process: ChildProcess, on bus: PrivateBus) async throws -> String? {
        let client = try await bus.connect()
        let names = try await client.call(
            "ListNames", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus")
        for name in names.first?.stringsValue ?? [] where name.hasPrefix(":") {
            let number = try? await client.processIdentifier(of: name)
            if number == Int(process.identifier) { return name }
        }
        return nil
    }
}
