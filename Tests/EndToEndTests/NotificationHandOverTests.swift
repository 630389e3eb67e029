// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

// A portal has a second for each answer.
@Suite("Notifications outlive the daemon where the desktop keeps them", .steadyMachine, .timeLimit(.minutes(10)))
struct NotificationHandOverTests {
    private static let name = "org.oncue.OnCue"
    private typealias Kind = FakeNotificationKeeper.Kind

    /// A machine whose bus starts the daemon by its name.
    private static func machine() async throws -> (Machine, PrivateBus, TemporaryDirectory) {
        let services = try TemporaryDirectory()
        let bus = try await PrivateBus(services: services.path)
        let machine = try await Machine(hasSessionBus: false, ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        let variables = machine.environment.map { "export \($0)='\($1)'" }.sorted().joined(separator: "\n")
        let script = try machine.directory.write(
            "activated", "#!/bin/sh\n\(variables)\nexec '\(Products.program("oncued"))' --output silent\n".utf8)
        chmod(script, 0o700)
        try services.write(Self.name + ".service", "[D-BUS Service]\nName=\(Self.name)\nExec=\(script)\n".utf8)
        return (machine, bus, services)
    }

    @Test(
        "What is not answered stays when it ends; a press starts it, is answered once, and the rest comes back",
        arguments: Kind.allCases)
    func handedOver(_ kind: FakeNotificationKeeper.Kind) async throws {
        let (machine, bus, services) = try await Self.machine()
        defer { withExtendedLifetime(services) {} }
        let server = try await FakeNotificationServer(.gnome48, on: bus)
        let keeper = try await FakeNotificationKeeper(kind, on: bus)
        try await machine.done("notifications", "add", "Bins", "--id", "bins")
        try await machine.done("notifications", "add", "Tea", "--body", "Green & <hot>", "--id", "tea")
        try await machine.done("notifications", "add", "Fire", "--urgency", "critical", "--id", "fire")
        try await server.shows(["Bins", "Tea", "Fire"])
        #expect(try await keeper.shown().isEmpty, "while it runs, the server shows them")

        try await machine.done("quit")
        try await machine.waitUntilQuiet()

        try await server.shows([])
        try await keeper.shows(["Bins", "Tea"])
        let call = try #require(try await keeper.calls(of: "AddNotification").last)
        let values = try #require(call.last?.dictionaryValue)
        #expect(values["body"]?.unwrapped == .string("Green & <hot>"), "it is text there")
        #expect(values["default-action"]?.unwrapped == .string("app.Notification"))

        let tea = try #require(try await keeper.shown().last)
        let client = try await bus.connect()
        try await keeper.press("", of: tea)
        // A command that came before it was there would start another one.
        try await waitUntil("the press has started it") { try await client.owner(of: Self.name) != nil }

        try await waitUntil("it is answered") {
            let rows = try await machine.json("notifications")["items"]?.arrayValue ?? []
            return Set(rows.compactMap { $0["title"]?.stringValue }) == ["Bins", "Fire"]
        }
        try await keeper.shows([])
        var last: Set<String> = []
        try await waitUntil("the rest is back, not \(last)") {
            last = Set(try await server.shown().map(\.title))
            return last == ["Bins", "Fire"]
        }
        try await machine.done("quit")
        try await machine.waitUntilQuiet()
    }

    @Test("An older portal, and one that hangs, are left alone, and nothing is slower to end")
    func others() async throws {
        for isHanging in [false, true] {
            let (machine, bus, services) = try await Self.machine()
            defer { withExtendedLifetime(services) {} }
            let server = try await FakeNotificationServer(.plasma, on: bus)
            let keeper = try await FakeNotificationKeeper(.portal, version: isHanging ? 2 : 1, on: bus)
            try await machine.done("notifications", "add", "Bins")
            try await server.shows(["Bins"])
            if isHanging { keeper.service.hang() }
            let start = ContinuousClock.now

            try await machine.done("quit")
            try await machine.waitUntilQuiet()

            // A call without a limit of its own would be waited for for 25 seconds.
            #expect(.now - start < .seconds(20))
            keeper.service.goOn()
            if !isHanging { #expect(try await keeper.calls(of: "AddNotification").isEmpty) }
            try await server.shows([])
        }
    }
}
