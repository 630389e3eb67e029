// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueDesktop
import OnCueRuntime
import OnCueTestSupport
import Testing

@MediaActor
@Suite("How the service is, on the bus")
struct HealthInterfaceTests {
    private static let name = "org.freedesktop.Notifications"

    @Test("GetHealth tells each check, without what there is not to say, and ends nothing")
    func checks() async throws {
        let rig = try await ServiceRig()
        rig.probe.answer = [
            HealthCheck("sound", .ok, "Speakers"), HealthCheck("formats.wma", .warning, "no", advice: "install it"),
        ]

        let reply = try await rig.call("GetHealth", of: ServiceNames.service)

        #expect(
            reply.first?.arrayValue?.compactMap(\.dictionaryValue) == [
                ["name": .string("sound"), "verdict": .string("ok"), "detail": .string("Speakers")],
                [
                    "name": .string("formats.wma"), "verdict": .string("warning"), "detail": .string("no"),
                    "advice": .string("install it"),
                ],
            ])
        #expect(rig.quits.events.isEmpty)
    }

    // MARK: Notifications

    @Test("Without a notification server nothing is shown, and one that the bus can start is none that is missing")
    func noServer() async throws {
        let services = try TemporaryDirectory()
        let bus = try await PrivateBus(services: services.path)
        let probe = NotificationHealth(bus: try await bus.connect())

        let without = await probe.checks()
        try services.write(
            Self.name + ".service", "[D-BUS Service]\nName=\(Self.name)\nExec=/bin/false\n".utf8)
        let client = try await bus.connect()
        _ = try await client.call(
            "ReloadConfig", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus")
        let with = await probe.checks()

        #expect(without == [NotificationHealth.check(nil)])
        #expect(without.first?.verdict == .warning)
        #expect(with.map(\.verdict) == [.ok])
    }

    @Test("A server is named with what it can do; one without buttons is a warning", arguments: [true, false])
    func server(hasButtons: Bool) async throws {
        let bus = try await PrivateBus()
        let capabilities = "body body-markup" + (hasButtons ? " actions" : "")
        let server = try await FakeNotificationServer(capabilities: capabilities, on: bus)

        let check = try #require(await NotificationHealth(bus: try await bus.connect()).checks().first)

        #expect(check.verdict == (hasButtons ? .ok : .warning))
        #expect(
            hasButtons
                ? check.detail.hasSuffix(", with actions, body, body-markup")
                : check.detail.hasSuffix(" shows no buttons, so suggestions cannot be answered there"),
            "\(check.detail)")
        #expect(check.advice.isEmpty == hasButtons)
        try await server.service.end()
    }
}
