// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import JSON
import OnCueTestSupport
import Testing

/// Notification servers end and begin while something is offered.
@Suite("On cue, with another notification server", .timeLimit(.minutes(10)))
struct NotificationRestartTests {
    @Test("A notification server that is started anew shows the offer, and its button plays what is offered")
    func server() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        _ = try await stage.machine.startDaemon()
        _ = try await stage.library()
        try await stage.machine.done("pin", "Library/Tracks/Other")
        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")
        let first = try #require(try await stage.notified(1).first)
        try await stage.notices.end()

        let again = try await stage.startNotifications()
        let shown = try #require(
            try await again.wait(forCalls: 1, of: "Notify", at: StoryStage.notificationsPath).first)
        try await stage.press(try stage.key("Play", of: shown), at: again)
        _ = try await stage.playing()

        #expect(shown[3] == first[3])
        #expect(shown[1] == .uint32(0), "its number means nothing to another server")
        #expect(try await stage.machine.json("now")["title"] == "Other")
    }

    @Test("A notification that is taken out of the server's history still plays what it names")
    func history() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        _ = try await stage.machine.startDaemon()
        _ = try await stage.library()
        try await stage.machine.done("pin", "Library/Tracks/Other")
        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")
        let shown = try #require(try await stage.notified(1).first)
        try await stage.machine.done("dismiss")
        _ = try await stage.notices.wait(
            forCalls: 1, of: "CloseNotification", at: StoryStage.notificationsPath)

        try await stage.press(try stage.key("Play", of: shown))
        _ = try await stage.playing()

        #expect(try await stage.machine.json("now")["title"] == "Other")
    }
}
