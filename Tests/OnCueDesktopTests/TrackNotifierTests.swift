// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueDesk
import OnCueDesktop
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Notifications of what plays")
struct TrackNotifierTests {
    private static let path = "/org/freedesktop/Notifications"
    private static let name = "org.freedesktop.Notifications"
    private let rig: DesktopRig
    private let services: TemporaryDirectory
    private let lock = FakeLockWatch()
    private let store = MemoryNotificationStore()
    private let tracks = [
        Track.full, .sample("b2", title: "Freddie", artists: ["Ada", "Bix"]), .sample("b3", title: "Blue", artists: []),
    ]

    init() async throws {
        services = try TemporaryDirectory()
        rig = try await DesktopRig(services: services.path)
    }

    /// From now on the bus starts a server when it is called.
    private func makeStartable() async throws {
        try services.write(
            Self.name + ".service",
            """
            [D-BUS Service]
            Name=\(Self.name)
            Exec=/usr/bin/env DBUS_SESSION_BUS_ADDRESS=\(rig.bus.address) /usr/bin/python3 -m dbusmock \
            --session --template \(FakeNotificationServer.program)

            """.utf8)
        let bus = "org.freedesktop.DBus"
        _ = try await rig.session.call("ReloadConfig", of: bus, at: "/org/freedesktop/DBus", on: bus)
    }

    private func server(_ capabilities: String = "body body-markup actions") async throws -> MockedService {
        try await FakeNotificationServer(capabilities: capabilities, on: rig.bus).service
    }

    private func notifier(
        _ tracks: NotificationSettings.Tracks, controls: Bool = false, patience: Duration = .seconds(10)
    ) async throws -> TrackNotifier {
        try await notifierAndCenter(tracks, controls: controls, patience: patience).0
    }

    private func notifierAndCenter(
        _ tracks: NotificationSettings.Tracks, controls: Bool = false, patience: Duration = .seconds(10)
    ) async throws -> (TrackNotifier, NotificationCoordinator) {
        let screen = DesktopScreen(bus: rig.session, patience: patience)
        let notifications = NotificationCoordinator(
            store: MemoryUserNotificationStore(), clock: .system(boot: "1"))
        var own = NotificationClient(ServiceNames.busName, title: "OnCue")
        (own.alert, own.categories) = (.allowed, [TrackNotifier.category])
        notifications.introduce(own)
        notifications.add(screen)
        screen.start()
        notifications.begin()
        await notifications.ready()
        let notifier = TrackNotifier(
            notifications: notifications, commands: rig.commands, center: rig.center, lock: lock, store: store,
            settings: NotificationSettings(tracks: tracks, controls: controls))
        rig.center.add(notifier)
        lock.changes.listen { [weak notifier] _ in notifier?.lockChanged() }
        return (notifier, notifications)
    }

    private struct Shown {
        var replaced: Int
        var summary: String
        var body: String
        var actions: [String]
        var hints: [String: BusValue]
        var timeout: Int
    }

    private func shown(_ count: Int, on server: MockedService) async throws -> [Shown] {
        let calls = try await server.wait(forCalls: count, of: "Notify", at: Self.path)
        #expect(calls.count == count)
        return calls.map { call in
            Shown(
                replaced: call[1].intValue ?? -1, summary: call[3].stringValue ?? "", body: call[4].stringValue ?? "",
                actions: call[5].stringsValue ?? [], hints: call[6].dictionaryValue ?? [:],
                timeout: call[7].intValue ?? -9)
        }
    }

    private func press(_ key: String, on server: MockedService) async throws {
        try await server.emit(
            "ActionInvoked", of: Self.name, at: Self.path, "us", [.uint32(1), .string(key)])
    }

    @Test("Every track is one notification, which takes the place of the one before")
    func tracksReplace() async throws {
        let server = try await server()
        let notifier = try await notifier(.on)

        try await rig.play(tracks)
        _ = try await shown(1, on: server)
        try await rig.perform(.next)
        _ = try await shown(2, on: server)
        for command in [PlaybackCommand.pause, .resume, .seek(to: .seconds(5)), .setVolume(0.3)] {
            try await rig.perform(command)
        }
        await rig.advance(by: .seconds(181))
        let shown = try await shown(3, on: server)

        #expect(shown.map(\.replaced) == [0, 1, 1])
        #expect(shown.map(\.summary) == ["So What", "Freddie", "Blue"])
        #expect(shown.map(\.body) == ["Ada, Cy — Blue", "Ada, Bix", ""])
        #expect(shown.map(\.actions) == [[], [], []])
        let hints = try #require(shown.first?.hints)
        #expect(hints["urgency"] == .byte(0))
        #expect(hints["transient"] == .bool(true))
        #expect(hints["image-path"] == .string("file:///cache/b1.flac.png"))
        #expect(hints["desktop-entry"] == .string("org.oncue.OnCue"))
        #expect(shown.first?.timeout == -1)
        notifier.close()
    }

    @Test("A server that the first notification starts has it replaced, not stacked, and is obeyed")
    func startedServer() async throws {
        try await makeStartable()
        let notifier = try await notifier(.on)

        try await rig.play(tracks)
        let server = try await MockedService(startedByBus: Self.name, on: rig.bus)
        _ = try await shown(1, on: server)
        try await rig.perform(.next)

        #expect(try await shown(2, on: server).map(\.replaced) == [0, 1])
        try await rig.perform(.stop)
        let closed = try await server.wait(forCalls: 1, of: "CloseNotification", at: Self.path)
        #expect(closed.map { $0.first?.intValue } == [1])
        notifier.close()
    }

    @Test("It is closed when playback stops")
    func stopping() async throws {
        let server = try await server()
        let notifier = try await notifier(.on)
        try await rig.play(tracks)
        _ = try await shown(1, on: server)

        try await rig.perform(.stop)

        let closed = try await server.wait(forCalls: 1, of: "CloseNotification", at: Self.path)
        #expect(closed.map { $0.first?.intValue } == [1])
        try await rig.perform(.resume)
        #expect(try await shown(2, on: server).last?.replaced == 0)
        notifier.close()
    }

    @Test("Nothing is shown while it is off, or not locked where it is for that")
    func off() async throws {
        let server = try await server()
        let notifier = try await notifier(.off)
        try await rig.play(tracks)
        try await notifier.set(NotificationSettings(tracks: .locked))
        try await rig.perform(.next)
        notifier.close()
        #expect(try await server.calls(of: "Notify", at: Self.path).isEmpty)
        try await notifier.set(NotificationSettings(tracks: .locked))

        lock.isLocked = true
        try await rig.perform(.next)

        #expect(try await shown(1, on: server).map(\.summary) == ["Blue"])
        notifier.close()
    }

    @Test("While it is locked, what plays stays shown with buttons that work, and is updated in place")
    func controls() async throws {
        let server = try await server("body actions action-icons")
        let notifier = try await notifier(.off, controls: true)
        try await rig.play(tracks)
        lock.isLocked = true
        let first = try #require(try await shown(1, on: server).last)
        #expect(first.actions == ["media-playback-pause", "Pause", "media-skip-forward", "Next"])
        #expect(first.hints["resident"] == .bool(true))
        #expect(first.hints["action-icons"] == .bool(true))
        #expect(first.hints["urgency"] == .byte(0))
        #expect(first.timeout == 0)

        try await press("media-playback-pause", on: server)
        try await rig.wait("it is paused") { $0.status == .paused }
        #expect(try await shown(2, on: server).last?.actions.first == "media-playback-start")
        try await press("media-playback-start", on: server)
        try await rig.wait("it plays") { $0.status == .playing }
        try await press("media-skip-forward", on: server)
        try await rig.wait("it is the next") { $0.entryIndex == 1 }
        let last = try #require(try await shown(4, on: server).last)
        #expect(last.replaced == 1)
        #expect(last.summary == "Freddie")
        #expect(last.actions.first == "media-skip-backward")
        lock.isLocked = false

        try await server.wait(forCalls: 1, of: "CloseNotification", at: Self.path)
        notifier.close()
    }

    @Test("Titles of any kind stay text: markup is escaped only for servers that read it, lines and length are bounded")
    func hostileTitles() async throws {
        let server = try await server()
        let notifier = try await notifier(.on)
        var track = Track.sample("x", title: "<b>&\n\0" + String(repeating: "x", count: 1_000_000))
        track.artists = ["<img src='http://evil'>", "AC&DC"]
        track.album = String(repeating: "&", count: 5_000)

        try await rig.play([track])

        let shown = try #require(try await shown(1, on: server).last)
        #expect(shown.summary.hasPrefix("<b>&  xxx"))
        #expect(shown.summary.utf8.count <= 400)
        #expect(shown.body.hasPrefix("&lt;img src='http://evil'&gt;, AC&amp;DC — &amp;&amp;"))
        #expect(!shown.body.contains("<") && shown.body.utf8.count < 4_000)
        notifier.close()
    }

    @Test("A server without text below the title, buttons or markup is given none")
    func poorServer() async throws {
        let server = try await server("sound")
        let notifier = try await notifier(.off, controls: true)
        lock.isLocked = true

        try await rig.play([tracks[0]])

        let shown = try #require(try await shown(1, on: server).last)
        #expect(shown.summary == "So What — Ada, Cy — Blue")
        #expect(shown.body.isEmpty && shown.actions.isEmpty)
        notifier.close()
    }

    @Test("What a person closed is not replaced, and buttons of others are not ours")
    func closed() async throws {
        let server = try await server()
        let notifier = try await notifier(.off, controls: true)
        lock.isLocked = true
        try await rig.play(tracks)
        _ = try await shown(1, on: server)
        try await server.emit(
            "ActionInvoked", of: Self.name, at: Self.path, "us", [.uint32(7), .string("media-skip-forward")])
        try await server.emit("NotificationClosed", of: Self.name, at: Self.path, "uu", [.uint32(1), .uint32(2)])
        await rig.settle()

        try await rig.perform(.next)

        #expect(try await shown(2, on: server).last?.replaced == 0)
        #expect(rig.controller.snapshot.entryIndex == 1)
        notifier.close()
    }

    @Test("A server that is started anew shows what stays, and knows no numbers of the old one")
    func restart() async throws {
        let first = try await server()
        let notifier = try await notifier(.off, controls: true)
        lock.isLocked = true
        try await rig.play(tracks)
        _ = try await shown(1, on: first)
        try await first.end()

        let second = try await server("body")
        #expect(try await shown(1, on: second).last?.summary == "So What")
        try await rig.perform(.next)

        let shown = try await shown(2, on: second)
        #expect(shown.map(\.replaced) == [0, 1])
        #expect(shown.last?.actions == [])
        notifier.close()
    }

    @Test("A server that hangs keeps nothing waiting, and is shown only the last when it goes on")
    func hanging() async throws {
        let server = try await server()
        let notifier = try await notifier(.on)
        try await rig.play(tracks)
        _ = try await shown(1, on: server)
        server.hang()

        try await rig.perform(.next)
        try await rig.perform(.next)
        try await rig.perform(.previous)
        try await rig.perform(.next)
        #expect(rig.controller.snapshot.entryIndex == 2)
        server.goOn()

        #expect(try await shown(3, on: server).map(\.summary) == ["So What", "Freddie", "Blue"])
        notifier.close()
    }

    @Test("What a server shows after the limit is known, and closed when nothing plays any more")
    func late() async throws {
        let patience = Duration.seconds(8)
        let server = try await server()
        let notifier = try await notifier(.on, patience: patience)
        try await rig.play(tracks)
        _ = try await shown(1, on: server)
        try await server.emit("NotificationClosed", of: Self.name, at: Self.path, "uu", [.uint32(1), .uint32(2)])
        await rig.settle()
        server.hang()

        try await rig.perform(.next)
        await #expect(throws: BusError.self) {
            try await rig.session.call(
                "GetServerInformation", of: Self.name, at: Self.path, on: Self.name, timeout: patience)
        }
        server.goOn()
        #expect(try await shown(2, on: server).last?.replaced == 0)
        try await rig.perform(.stop)

        let closed = try await server.wait(forCalls: 1, of: "CloseNotification", at: Self.path)
        #expect(closed.map { $0.first?.intValue } == [2])
        notifier.close()
    }

    @Test("It is never in the list, and nobody who watches is asked for it; silenced it is not shown")
    func transient() async throws {
        let server = try await server()
        let (notifier, notifications) = try await notifierAndCenter(.on)
        notifications.setWatching(":1.99", true)
        let presented = EventLog<String>()
        notifications.presentations.listen { presented.append($0.name.identifier) }

        try await rig.play(tracks)
        _ = try await shown(1, on: server)

        #expect(notifications.book.delivered.isEmpty && notifications.book.transient.count == 1)
        #expect(presented.events.isEmpty)
        try await notifications.changeClient(ServiceNames.busName) { $0.silenced = [TrackNotifier.name] }
        try await server.wait(forCalls: 1, of: "CloseNotification", at: Self.path)
        try await rig.perform(.next)
        await notifications.posted()
        await rig.settle()
        #expect(try await shown(1, on: server).count == 1)
        notifier.close()
    }

    @Test("Without a server playback goes on as ever")
    func absent() async throws {
        let notifier = try await notifier(.on, controls: true)
        try await rig.play(tracks)
        try await rig.perform(.next)
        #expect(rig.controller.snapshot.entryIndex == 1)
        notifier.close()
    }

    @Test("What is wanted is kept; what cannot be kept does not count")
    func settings() async throws {
        let notifier = try await notifier(.off)
        try await notifier.set(NotificationSettings(tracks: .locked, controls: true))
        #expect(store.settings == NotificationSettings(tracks: .locked, controls: true))
        store.fill()

        await #expect(throws: ContentError.self) { try await notifier.set(.off) }

        #expect(notifier.settings == NotificationSettings(tracks: .locked, controls: true))
        notifier.close()
    }
}
