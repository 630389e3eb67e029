// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCueNotifications
import OnCuePlayers
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Undoing what was chosen in the search of a desktop, from a notification")
@MediaActor
struct UndoNotifierTests {
    /// The rig with the search of KDE, and a screen for notifications.
    private struct Stage {
        let rig: ServiceRig
        let object: DesktopSearchObject
        let undo: UndoNotifier
        let failures: FailureNotifier

        @MediaActor
        init(hasButtons: Bool = true) async throws {
            rig = try await ServiceRig()
            let desks = try #require(rig.desks)
            let searcher = DesktopSearcher(
                manager: desks.manager, habits: .init(probabilities: { $0.map { _ in 0 } }, isHidden: { _ in false }))
            let player = DesktopPlayer(playback: desks.playback, artwork: rig.artwork)
            let undo = UndoNotifier(notices: desks.notificationCenter, playback: desks.playback)
            self.undo = undo
            player.onPlayed = { content in Task { @MediaActor in await undo.offer(content.title) } }
            let failures = FailureNotifier(notices: desks.notificationCenter)
            self.failures = failures
            player.onFailed = { failures.show($0) }
            object = try DesktopSearchObject(
                on: rig.server, ShellSearchProvider(searcher: searcher, player: player),
                KRunnerInterface(searcher: searcher, player: player))
            rig.notificationScreen.hasButtons = hasButtons
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
        var screen: FakeNotificationScreen { rig.notificationScreen }
    }

    @Test("It is quiet and not kept, says what plays, and its action brings the queue back")
    func undo() async throws {
        let stage = try await Stage()
        try await stage.choose("album:blue")
        try await stage.screen.log.wait(count: 1)
        let shown = try #require(stage.screen.log.events.last)
        #expect(shown.title == "Playing Blue")
        #expect(shown.actions.map(\.title) == ["Undo"])
        #expect(shown.urgency == .low && shown.manner.isTransient && shown.sound == nil)
        #expect((5...10).contains(shown.lifetime ?? 0))
        #expect(stage.queue == ["b1", "b2"])

        stage.screen.press(shown, NotificationAnswer(.custom("undo")))
        try await waitUntil("the queue is back") { stage.queue == ["g1"] }
        #expect(stage.screen.shown.isEmpty)
        #expect(stage.rig.desks?.notificationCenter.book.delivered.isEmpty == true)
    }

    @Test("A choice that cannot be done is explained in a notification, which is not kept")
    func failure() async throws {
        let stage = try await Stage()
        try await stage.choose("album:none", "append")
        try await stage.screen.log.wait(count: 1)
        let shown = try #require(stage.screen.log.events.last)
        #expect(shown.title == "That did not work" && shown.lines.joined().contains("album:none"), "\(shown)")
        #expect(shown.actions.isEmpty && shown.manner.isTransient)
        #expect(stage.queue == ["g1"])
    }

    @Test("What was changed since then is not undone in its place")
    func later() async throws {
        let stage = try await Stage()
        try await stage.choose("album:blue")
        try await stage.screen.log.wait(count: 1)
        try await stage.choose("track:g1", "append")
        #expect(stage.queue == ["b1", "b2", "g1"])

        stage.screen.press(try #require(stage.screen.log.events.last), NotificationAnswer(.custom("undo")))
        try await waitUntil("it is gone") { stage.screen.shown.isEmpty }
        await stage.rig.settle()
        #expect(stage.queue == ["b1", "b2", "g1"])
    }

    @Test(
        "Nothing is shown where there are no buttons, after Append, or while it is off",
        arguments: [true, false])
    func silent(hasButtons: Bool) async throws {
        let stage = try await Stage(hasButtons: hasButtons)
        try await stage.choose("album:blue", "append")
        stage.undo.isOn = !hasButtons
        try await stage.choose("album:blue")
        #expect(stage.queue == ["b1", "b2"])
        await stage.undo.offer("nothing")
        await stage.rig.desks?.notificationCenter.posted()
        await stage.rig.settle()
        #expect(stage.screen.log.events.isEmpty)
    }
}
