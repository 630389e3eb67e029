// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCuePlayers
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import SystemServices
import Testing

@MediaActor
@Suite("Headsets and cars, as BlueZ tells and asks")
struct BluetoothPlayerTests {
    private nonisolated static let player = "org.mpris.MediaPlayer2.Player"
    private nonisolated static let properties = "org.freedesktop.DBus.Properties"
    private let rig: DesktopRig
    private let gate: RemotePressGate
    private let tracks = [
        Track.full, .sample("b2", title: "Freddie", artists: ["Ada", "Bix"]), .sample("b3", title: "Blue"),
    ]

    init() async throws {
        rig = try await DesktopRig()
        let now = ContinuousClock.now
        gate = RemotePressGate { now }
    }

    private func player(_ timing: BluetoothPlayer.Timing = .init()) -> BluetoothPlayer {
        let player = BluetoothPlayer(
            system: rig.system, controller: rig.controller, center: rig.center, commands: rig.commands, presses: gate,
            timing: timing)
        rig.center.add(player)
        player.start()
        return player
    }

    private func signals() -> [BusSignal] { rig.signals.events.filter { $0.path == BluetoothPlayer.path } }

    @Test("The player is registered with every adapter, with the types that BlueZ takes")
    func registration() async throws {
        let bluez = try await Bluez(on: rig.bus)
        try await bluez.addAdapter("hci0")
        try await rig.play(tracks)
        let player = player()

        let registered = try await bluez.wait(forPlayers: 1, at: "hci0")
        try await bluez.addAdapter("hci1")
        try await bluez.wait(forPlayers: 1, at: "hci1")

        #expect(registered.first?.path == BluetoothPlayer.path)
        let properties = try #require(registered.first?.properties)
        #expect(
            properties["Metadata"]
                == .dictionary([
                    "xesam:title": .string("So What"), "xesam:artist": .strings(["Ada, Cy"]),
                    "xesam:album": .string("Blue"), "xesam:genre": .strings(["Jazz, Modal"]),
                    "mpris:length": .int64(180_000_000), "xesam:trackNumber": .int32(1),
                ]))
        #expect(properties["PlaybackStatus"] == .string("Playing"))
        #expect(properties["Position"]?.signature == "x")
        #expect(properties["Identity"] == .string("OnCue"))
        for name in ["Shuffle", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanControl"] {
            #expect(properties[name]?.boolValue != nil, "\(name)")
        }
        player.stop()
    }

    @Test("Buttons do what they say")
    func buttons() async throws {
        let bluez = try await Bluez(on: rig.bus)
        try await bluez.addAdapter("hci0")
        try await rig.play(tracks)
        let player = player()
        try await bluez.wait(forPlayers: 1, at: "hci0")
        let steps: [(String, (PlaybackSnapshot) -> Bool)] = [
            ("Pause", { $0.status == .paused && $0.cause == .remote }), ("Play", { $0.status == .playing }),
            ("Next", { $0.entryIndex == 1 }), ("Next", { $0.entryIndex == 2 }), ("Previous", { $0.entryIndex == 1 }),
            ("Stop", { $0.status == .stopped }), ("Play", { $0.status == .playing }),
        ]

        for (button, outcome) in steps {
            try await bluez.press(button, of: BluetoothPlayer.path, on: rig.uniqueName)
            try await rig.wait("\(button) has its effect", for: outcome)
        }
        player.stop()
    }

    @Test("A press that a media key brings as well counts once")
    func twoWays() async throws {
        let bluez = try await Bluez(on: rig.bus)
        try await bluez.addAdapter("hci0")
        try await rig.play(tracks)
        let player = player()
        try await bluez.wait(forPlayers: 1, at: "hci0")

        try await bluez.press("Pause", of: BluetoothPlayer.path, on: rig.uniqueName)
        try await rig.wait("it is paused") { $0.status == .paused }

        #expect(!gate.lets(.playPause, by: .sessionBus))
        #expect(gate.lets(.playPause, by: .sessionBus))
        player.stop()
    }

    @Test(
        "Nobody but BlueZ presses, reads or sets anything",
        arguments: [
            (Self.player, "Pause", []), (Self.properties, "Get", [.string(Self.player), .string("Metadata")]),
            (Self.properties, "GetAll", [.string(Self.player)]),
            (Self.properties, "Set", [.string(Self.player), .string("Shuffle"), .variant(.bool(true))]),
        ] as [(String, String, [BusValue])])
    func strangers(interface: String, member: String, arguments: [BusValue]) async throws {
        let bluez = try await Bluez(on: rig.bus)
        try await bluez.addAdapter("hci0")
        try await rig.play(tracks)
        let player = player()
        try await bluez.wait(forPlayers: 1, at: "hci0")

        let error = await #expect(throws: BusError.self) {
            try await bluez.service.client.call(
                member, of: interface, at: BluetoothPlayer.path, on: rig.uniqueName, arguments)
        }

        #expect(error?.name == BusError.accessDenied)
        #expect(rig.controller.snapshot.status == .playing)
        #expect(!rig.controller.snapshot.isShuffled)
        player.stop()
    }

    @Test("A change is told once with what differs, and the clock is set right when only the texts have changed")
    func changes() async throws {
        let bluez = try await Bluez(on: rig.bus)
        try await bluez.addAdapter("hci0")
        try await rig.play(tracks)
        let player = player()
        try await bluez.wait(forPlayers: 1, at: "hci0")
        await rig.advance(by: .seconds(30))
        rig.signals.removeAll()

        for (count, command) in [(1, PlaybackCommand.pause), (2, .resume), (2, .setVolume(0.5)), (3, .next)] {
            try await rig.perform(command)
            try await waitUntil("\(command) is told") { signals().count >= count }
        }
        await rig.settle()
        #expect(signals().map(\.member) == ["PropertiesChanged", "PropertiesChanged", "PropertiesChanged"])
        await rig.advance(by: .seconds(20))
        rig.signals.removeAll()
        var snapshot = rig.controller.snapshot
        snapshot.streamTitle = "A Live Title"
        rig.center.update(snapshot)
        try await waitUntil("the title is told") { signals().count >= 2 }
        #expect(signals().map(\.member) == ["PropertiesChanged", "Seeked"])
        let metadata = signals().first?.arguments.dropFirst().first?.dictionaryValue?["Metadata"]?.dictionaryValue
        #expect(metadata?["xesam:title"] == .string("A Live Title"))
        #expect(metadata?["xesam:album"] == .string(rig.controller.snapshot.entry?.track.title ?? ""))
        let position = try #require(signals().last?.arguments.first?.intValue)
        #expect((20_000_000..<22_000_000).contains(position))
        player.stop()
    }

    @Test("A jump is told")
    func jump() async throws {
        let bluez = try await Bluez(on: rig.bus)
        try await bluez.addAdapter("hci0")
        try await rig.play(tracks)
        let player = player()
        try await bluez.wait(forPlayers: 1, at: "hci0")
        rig.signals.removeAll()

        try await rig.perform(.seek(to: .seconds(60)))

        try await waitUntil("the jump is told") { !signals().isEmpty }
        #expect(signals().map(\.member) == ["Seeked"])
        #expect(signals().first?.arguments == [.int64(60_000_000)])
        player.stop()
    }

    @Test("An adapter that goes away and comes back has the player again")
    func adapterBack() async throws {
        let bluez = try await Bluez(on: rig.bus)
        try await bluez.addAdapter("hci0")
        let player = player()
        try await bluez.wait(forPlayers: 1, at: "hci0")

        try await bluez.removeAdapter("hci0")
        try await bluez.addAdapter("hci0")

        try await bluez.wait(forPlayers: 1, at: "hci0")
        player.stop()
    }

    @Test("BlueZ that comes later, or anew, has the player")
    func restart() async throws {
        let player = player()
        let first = try await Bluez(on: rig.bus)
        try await first.addAdapter("hci0")
        try await first.wait(forPlayers: 1, at: "hci0")
        try await first.service.end()

        let second = try await Bluez(on: rig.bus)
        try await second.addAdapter("hci0")

        try await second.wait(forPlayers: 1, at: "hci0")
        try await rig.play(tracks)
        try await second.press("Pause", of: BluetoothPlayer.path, on: rig.uniqueName)
        try await rig.wait("it is paused") { $0.status == .paused }
        player.stop()
    }

    @Test("An adapter that refuses is asked three times and then left alone; one that has us already is not")
    func refusal() async throws {
        let bluez = try await Bluez(on: rig.bus)
        let raise = "raise dbus.exceptions.DBusException('no', name='org.bluez.Error.%')"
        let player = player(.init(pause: .milliseconds(10)))
        try await bluez.addAdapter("hci0", code: raise.replacing("%", with: "InvalidArguments"))
        try await bluez.addAdapter("hci1", code: raise.replacing("%", with: "AlreadyExists"))

        try await bluez.wait(forPlayers: 3, at: "hci0")
        try await MediaActor.sleep(for: .milliseconds(100))

        #expect(try await bluez.wait(forPlayers: 3, at: "hci0").count == 3)
        #expect(try await bluez.wait(forPlayers: 1, at: "hci1").count == 1)
        player.stop()
    }

    @Test("A BlueZ that hangs keeps nothing waiting, and has the player when it goes on")
    func hanging() async throws {
        let bluez = try await Bluez(on: rig.bus)
        try await bluez.addAdapter("hci0")
        bluez.service.hang()
        let player = player(.init(answer: .seconds(3), pause: .milliseconds(200)))

        try await rig.play(tracks)
        try await rig.perform(.pause)
        #expect(rig.controller.snapshot.status == .paused)
        bluez.service.goOn()

        try await bluez.wait(forPlayers: 1, at: "hci0")
        player.stop()
    }

    @Test("Texts of any length and kind are cut to what a display can show")
    func hostileTexts() async throws {
        let bluez = try await Bluez(on: rig.bus)
        try await bluez.addAdapter("hci0")
        var track = Track.sample("x", title: String(repeating: "e\u{301}", count: 500_000))
        track.artists = (0..<300).map { "Artist \($0)\0" }
        track.trackNumber = .max
        try await rig.play([track])
        let player = player()

        let metadata = try await bluez.wait(forPlayers: 1, at: "hci0").first?.properties["Metadata"]?.dictionaryValue

        #expect(metadata?["xesam:title"]?.stringValue?.unicodeScalars.count == 255)
        #expect(metadata?["xesam:artist"]?.stringsValue?.first?.unicodeScalars.count ?? 0 <= 255)
        #expect(metadata?["xesam:trackNumber"] == .int32(.max))
        player.stop()
    }

    @Test("Without BlueZ, and without a system bus, nothing happens")
    func nobody() async throws {
        let player = player()
        let other = BluetoothPlayer(
            system: SystemBus(address: "unix:path=/nonexistent/bus"), controller: rig.controller, center: rig.center,
            commands: rig.commands, presses: gate)
        other.start()
        try await rig.play(tracks)
        #expect(rig.signals.events.isEmpty)
        player.stop()
        other.stop()
    }
}
