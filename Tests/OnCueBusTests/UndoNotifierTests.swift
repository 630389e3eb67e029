// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueDesktop
import OnCueInterface
import OnCuePlayers
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Undoing what was chosen in the search of a desktop, from a notification")
@MediaActor
struct UndoNotifierTests {
    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// The rig with the search of KDE, and a notification server.
    private struct Stage {
        let rig: ServiceRig
        let object: DesktopSearchObject
        let undo: UndoNotifier
        let failures: FailureNotifier
        let server: MockedService

        @MediaActor
        init(_ capabilities: String) async throws {
            rig = try await ServiceRig()
            let desks = try #require(rig.desks)
            let searcher = DesktopSearcher(
                manager: desks.manager, habits: .init(probabilities: { $0.map { _ in 0 } }, isHidden: { _ in false }))
            let player = DesktopPlayer(playback: desks.playback, artwork: rig.artwork)
            let undo = UndoNotifier(bus: rig.server, playback: desks.playback)
            self.undo = undo
            player.onPlayed = { content in Task { @MediaActor in await undo.offer(content.title) } }
            let failures = FailureNotifier(bus: rig.server)
            self.failures = failures
            player.onFailed = { failures.show($0) }
            object = try DesktopSearchObject(
                on: rig.server, ShellSearchProvider(searcher: searcher, player: player),
                KRunnerInterface(searcher: searcher, player: player))
            server = try await FakeNotificationServer(capabilities: capabilities, on: rig.bus).service
            try await rig.play("album:green")
        }

        @MediaActor
        func choose(_ id: String, _ action: String = "") async throws {
            _ = try await rig.client.call(
                "Run", of: "org.kde.krunner1", at: KRunnerInterface.path, on: ServiceNames.busName,
                [.string(id), .string(action)], timeout: .seconds(10))
            await rig.advance()
        }

        @MediaActor
        var queue: [String] { rig.controller.queue.entries.map(\.track.identifier.key) }

        @MediaActor
        func press(_ key: String, of id: UInt32) async throws {
            try await server.emit(
                "ActionInvoked", of: UndoNotifierTests.service, at: UndoNotifierTests.path, "us",
                [.uint32(id), .string(key)])
        }
    }

    @Test("It is quiet and not kept, says what plays, and its action brings the queue back")
    func undo() async throws {
        let stage = try await Stage("actions body body-markup")
        try await stage.choose("album:blue")
        let calls = try await stage.server.wait(forCalls: 1, of: "Notify", at: Self.path)
        let call = calls[0]
        #expect(call[3] == .string("Playing Blue"))
        #expect(call[5].stringsValue == ["undo", "Undo"])
        let hints = try #require(call[6].dictionaryValue)
        #expect(hints["urgency"]?.unwrapped == .byte(0) && hints["transient"]?.unwrapped == .bool(true))
        #expect(hints["suppress-sound"]?.unwrapped == .bool(true))
        #expect(stage.queue == ["b1", "b2"])

        try await stage.press("default", of: 1)
        try await stage.press("undo", of: 7)
        try await stage.press("undo", of: 1)
        try await waitUntil("the queue is back") { stage.queue == ["g1"] }
        _ = try await stage.server.wait(forCalls: 1, of: "CloseNotification", at: Self.path)
    }

    @Test("A choice that cannot be done is explained in a notification", arguments: ["body body-markup", ""])
    func failure(capabilities: String) async throws {
        let stage = try await Stage(capabilities)
        try await stage.choose("album:none", "append")
        let call = try await stage.server.wait(forCalls: 1, of: "Notify", at: Self.path)[0]
        let text = call[capabilities.isEmpty ? 3 : 4].stringValue ?? ""
        #expect(text.contains("album:none"), "\(text)")
        #expect(call[5].stringsValue == [])
        #expect(stage.queue == ["g1"])
    }

    @Test("What was changed since then is not undone in its place")
    func later() async throws {
        let stage = try await Stage("actions")
        try await stage.choose("album:blue")
        _ = try await stage.server.wait(forCalls: 1, of: "Notify", at: Self.path)
        try await stage.choose("track:g1", "append")
        #expect(stage.queue == ["b1", "b2", "g1"])

        try await stage.press("undo", of: 1)
        _ = try await stage.server.wait(forCalls: 1, of: "CloseNotification", at: Self.path)
        #expect(stage.queue == ["b1", "b2", "g1"])
    }

    @Test(
        "Nothing is shown by a server without actions, after Append, or while it is off",
        arguments: ["body", "actions"])
    func silent(capabilities: String) async throws {
        let stage = try await Stage(capabilities)
        try await stage.choose("album:blue", "append")
        stage.undo.isOn = capabilities == "body"
        try await stage.choose("album:blue")
        #expect(stage.queue == ["b1", "b2"])
        // Everything that it does is done in order; this is answered after it.
        await stage.undo.offer("nothing")
        if capabilities == "body" {
            try await stage.server.wait(forCalls: 1, of: "GetCapabilities", at: Self.path)
        }
        #expect(try await stage.server.calls(of: "Notify", at: Self.path).isEmpty)
    }
}
