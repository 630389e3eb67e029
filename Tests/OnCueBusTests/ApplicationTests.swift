// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import OnCueBus
import OnCueCore
import OnCueDesk
import OnCueNotifications
import OnCuePlayers
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("The menu entry of the desktop, over the bus")
@MediaActor
struct ApplicationTests {
    private static let interface = "org.freedesktop.Application"

    /// The rig with the application on it, as a desktop finds it.
    private struct Stage {
        let rig: ServiceRig
        let object: ApplicationObject
        let asked: AskedSuggestions
        let answers = EventLog<[String]>()

        @MediaActor
        init() async throws {
            rig = try await ServiceRig()
            let desks = try #require(rig.desks)
            let asked = AskedSuggestions(notices: desks.notificationCenter, center: desks.suggestionCenter)
            self.asked = asked
            object = try ApplicationObject(
                on: rig.server,
                ApplicationInterface(
                    manager: desks.manager, commands: desks.commands, podcasts: rig.podcasts,
                    answerNotification: { [answers] in answers.append([$0, $1, $2]) },
                    showSuggestions: { await asked.show() }))
        }

        @MediaActor
        func call(_ member: String, _ arguments: [BusValue] = []) async throws {
            try await rig.call(member, of: ApplicationTests.interface, arguments + [.dictionary([:])])
            await rig.advance()
        }

        @MediaActor
        func open(_ uris: String...) async throws { try await call("Open", [.strings(uris)]) }

        @MediaActor
        func act(_ name: String) async throws {
            try await call("ActivateAction", [.string(name), .array([], of: "v")])
        }
    }

    @Test("The interface is that of the specification")
    func introspection() async throws {
        let stage = try await Stage()

        let served = try await IntrospectionTests.served(stage.rig, ServiceNames.objectPath).members(Self.interface)

        #expect(
            Set(served.map { $0.split(separator: " ").prefix(2).joined(separator: " ") })
                == ["method name=Activate,", "method name=Open,", "method name=ActivateAction,"])
    }

    @Test("Activate resumes what is paused, and a second press changes nothing")
    func activate() async throws {
        let stage = try await Stage()
        try await stage.rig.play()
        try await stage.rig.player("Pause")
        await stage.rig.advance()

        try await stage.call("Activate")
        try await stage.call("Activate")

        #expect(stage.rig.controller.snapshot.status == .playing)
        #expect(stage.rig.controller.queue.entries.count == 2)
    }

    @Test("The actions pause, go on to the next, and one that is not known is refused")
    func actions() async throws {
        let stage = try await Stage()
        try await stage.rig.play()

        try await stage.act("Next")
        #expect(stage.rig.controller.snapshot.entry?.track.title == "Freddie")
        try await stage.act("PlayPause")
        #expect(stage.rig.controller.snapshot.status == .paused)
        let error = await stage.rig.failure { try await stage.act("Explode") }

        #expect(error?.name == "org.oncue.Error.InvalidValue")
    }

    @Test("The action for notifications has the answer with it, or is refused")
    func notification() async throws {
        let stage = try await Stage()
        func answer(_ target: BusValue) async throws {
            try await stage.call("ActivateAction", [.string("Notification"), .array([.variant(target)], of: "v")])
        }

        try await answer(.strings(["org.example.Cook", "soup", "more"]))

        #expect(stage.answers.events == [["org.example.Cook", "soup", "more"]])
        for target in [BusValue.strings(["soup"]), .string("soup"), .strings([])] {
            let error = await stage.rig.failure { try await answer(target) }
            #expect(error?.name == "org.oncue.Error.InvalidValue")
        }
        #expect(stage.answers.count == 1)
    }

    @Test("Files and addresses play together; feeds are subscribed to, and other URIs open nothing")
    func open() async throws {
        let stage = try await Stage()
        for (name, track) in [("a", Track.full), ("b", .sample("b2"))] {
            let location = try #require(MediaLocation(uri: "file:///music/\(name).flac"))
            stage.rig.resolver.set([track], at: location)
        }
        try await stage.open("file:///music/a.flac", "file:///music/b.flac")
        #expect(
            stage.rig.controller.queue.entries.map(\.track.identifier) == [
                Track.full.identifier, Track.sample("b2").identifier,
            ])

        try await stage.open("https://example.org/show.rss?x=1")
        #expect(stage.rig.podcasts.calls == ["subscribe https://example.org/show.rss?x=1"])

        for uri in ["mailto:a@example.org", "", "/music/a.flac", String(repeating: "x", count: 5_000)] {
            let error = await stage.rig.failure { try await stage.open(uri) }
            #expect(error?.name == "org.oncue.Error.InvalidValue", "\(uri.prefix(30))")
        }
        let many = await stage.rig.failure {
            try await stage.call("Open", [.strings(Array(repeating: "file:///a", count: 101))])
        }
        #expect(many?.name == "org.oncue.Error.InvalidValue")
        #expect(stage.rig.controller.queue.entries.count == 2)
    }

    @Test("An OPML file subscribes to what it lists")
    func feeds() async throws {
        let stage = try await Stage()
        let directory = try TemporaryDirectory()
        try directory.write("list.opml", "<opml/>".utf8)

        try await stage.open("file://" + directory.file("list.opml"))

        #expect(stage.rig.podcasts.calls.count == 1)
        #expect(stage.rig.podcasts.calls[0].hasPrefix("import"))
    }

    @Test("Suggestions are shown because somebody asked, whatever is set, and their buttons play and turn")
    func suggestions() async throws {
        let stage = try await Stage()
        let screen = stage.rig.notificationScreen
        for item in ["album:blue", "album:green"] {
            try await stage.rig.call("SetPinned", of: ServiceNames.suggestions, [.string(item), .bool(true)])
        }

        try await stage.act("Suggestions")
        try await screen.log.wait(count: 1)
        let first = try #require(screen.log.events.last)
        #expect(first.title == "Play Green?")
        #expect(first.actions.map(\.name) == ["play", "next", "not-now"])
        #expect(first.manner.isTransient && (50...60).contains(first.lifetime ?? 0))
        screen.press(first, NotificationAnswer(.custom("next")))
        try await screen.log.wait(count: 2)
        let second = try #require(screen.log.events.last)
        #expect(second.title == "Play Blue?")
        screen.press(second, NotificationAnswer(.custom("next")))
        try await screen.log.wait(count: 3)
        let third = try #require(screen.log.events.last)
        screen.press(third, NotificationAnswer(.main))
        try await waitUntil("it plays") { stage.rig.controller.snapshot.entry?.track.title == "Leaves" }
    }
}
