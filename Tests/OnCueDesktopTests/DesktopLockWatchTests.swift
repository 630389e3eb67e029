// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueDesktop
import OnCueRuntime
import OnCueTestSupport
import SystemServices
import Testing

@MediaActor
@Suite("The lock of the screen, as logind and screen savers tell it")
struct DesktopLockWatchTests {
    private static let manager = "/org/freedesktop/login1"
    private static let user: UInt32 = 4_321
    private let bus: PrivateBus
    private let client: MessageBus
    private let story = EventLog<Bool>()
    private let unlocks = EventLog<Bool>()

    init() async throws {
        bus = try await PrivateBus()
        client = try await bus.connect()
    }

    private func watch(wishLimit: Duration = .seconds(60)) -> DesktopLockWatch {
        let watch = DesktopLockWatch(
            system: SystemBus(address: bus.address), bus: client, userID: Self.user, wishLimit: wishLimit)
        watch.changes.listen { [story] in story.append($0) }
        watch.unlocks.listen { [unlocks] in unlocks.append(true) }
        watch.start()
        return watch
    }

    private func logind(_ sessions: String...) async throws -> MockedService {
        let logind = try await MockedService("org.freedesktop.login1", ["--template", "logind"], on: bus)
        for session in sessions { try await add(session, to: logind) }
        return logind
    }

    private func add(_ session: String, to logind: MockedService) async throws {
        try await logind.mock(
            "AddSession", at: Self.manager,
            [.string(session), .string("seat0"), .uint32(Self.user), .string("ada"), .bool(true)])
        try await logind.emit(
            "SessionNew", of: "org.freedesktop.login1.Manager", at: Self.manager, "so",
            [.string(session), .objectPath(path(session))])
    }

    private func path(_ session: String) -> String { "/org/freedesktop/login1/session/" + session }

    private func hint(_ isLocked: Bool, _ session: String = "c1", of logind: MockedService) async throws {
        try await logind.call(
            "SetLockedHint", of: "org.freedesktop.login1.Session", at: path(session), [.bool(isLocked)])
    }

    private func screenSaver(_ name: String, isActive: Bool = false) async throws -> MockedService {
        let path = "/" + name.replacing(".", with: "/")
        let service = try await MockedService(name, ["--session", name, path, name], on: bus)
        try await service.addMethod(
            "GetActive", of: name, at: path, takes: "", gives: "b", code: "ret = \(isActive ? "True" : "False")")
        return service
    }

    private func activate(_ isActive: Bool, _ service: MockedService) async throws {
        let path = "/" + service.name.replacing(".", with: "/")
        try await service.emit("ActiveChanged", of: service.name, at: path, "b", [.bool(isActive)])
    }

    @Test("The hint of the user's session is followed, from what it is at the start on")
    func hint() async throws {
        let logind = try await logind("c1")
        try await hint(true, of: logind)
        let watch = watch()
        try await story.wait(count: 1)

        try await hint(false, of: logind)
        try await story.wait(count: 2)
        try await hint(true, of: logind)
        try await story.wait(count: 3)

        #expect(story.events == [true, false, true])
        #expect(unlocks.count == 1)
        watch.stop()
    }

    @Test("The session that logind displays for the user is the one")
    func display() async throws {
        let logind = try await logind("c1", "c2")
        try await logind.addMethod(
            "GetUser", of: "org.freedesktop.login1.Manager", at: Self.manager, takes: "u", gives: "o",
            code: "ret = dbus.ObjectPath('/org/freedesktop/login1/user/%d' % args[0])")
        try await logind.call(
            "Set", of: "org.freedesktop.DBus.Properties", at: "/org/freedesktop/login1/user/\(Self.user)",
            [
                .string("org.freedesktop.login1.User"), .string("Display"),
                .variant(.structure([.string("c2"), .objectPath(path("c2"))])),
            ])
        try await hint(true, "c2", of: logind)
        let watch = watch()

        try await story.wait(count: 1)

        #expect(watch.isLocked)
        watch.stop()
    }

    @Test("A session that comes later is found, and what is locked in it ends with it")
    func sessions() async throws {
        let logind = try await logind()
        let watch = watch()
        try await add("c1", to: logind)
        try await hint(true, of: logind)
        try await story.wait { $0 }

        try await logind.mock("RemoveObject", at: Self.manager, [.string(path("c1"))])
        try await logind.emit(
            "SessionRemoved", of: "org.freedesktop.login1.Manager", at: Self.manager, "so",
            [.string("c1"), .objectPath(path("c1"))])
        try await story.wait { !$0 }

        #expect(story.events == [true, false])
        #expect(unlocks.count == 0)
        watch.stop()
    }

    @Test("A wish to lock counts at once, and not for long when nobody says that it came true")
    func wish() async throws {
        let logind = try await logind("c1")
        try await hint(true, of: logind)
        let watch = watch(wishLimit: .milliseconds(50))
        // It listens to the session by the time that its hint has been followed.
        try await story.wait { $0 }
        try await hint(false, of: logind)
        try await story.wait { !$0 }
        story.removeAll()
        unlocks.removeAll()

        try await logind.call("Lock", of: "org.freedesktop.login1.Session", at: path("c1"))
        try await story.wait(count: 2)

        #expect(story.events == [true, false])
        // Nobody has said that it came true, so nobody has unlocked anything.
        #expect(unlocks.count == 0)
        watch.stop()
    }

    @Test(
        "Screen savers are followed, those that are active at the start and those that come later",
        arguments: ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.xfce.ScreenSaver"])
    func screenSavers(name: String) async throws {
        let first = try await screenSaver(name, isActive: true)
        let watch = watch()
        try await story.wait(count: 1)
        try await activate(false, first)
        try await story.wait(count: 2)
        try await activate(true, first)
        try await story.wait(count: 3)
        try await first.end()
        try await story.wait(count: 4)

        let second = try await screenSaver(name)
        try await activate(true, second)
        try await story.wait(count: 5)

        #expect(story.events == [true, false, true, false, true])
        #expect(unlocks.count == 1)
        watch.stop()
    }

    @Test("A logind that ends or hangs locks nothing, and one that is started anew is followed")
    func restart() async throws {
        let first = try await logind("c1")
        let watch = watch()
        try await hint(true, of: first)
        try await story.wait(count: 1)
        try await first.end()
        try await story.wait(count: 2)

        let second = try await logind("c7")
        try await hint(true, "c7", of: second)

        try await story.wait(count: 3)
        #expect(story.events == [true, false, true])
        watch.stop()
    }

    @Test("Without anybody who knows it is not locked")
    func nobody() async throws {
        let watch = watch()
        try await MediaActor.sleep(for: .milliseconds(50))
        #expect(!watch.isLocked)
        #expect(story.events.isEmpty)
        watch.stop()
    }
}
