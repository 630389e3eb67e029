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
@Suite("The time zone, as timedated tells it")
struct ZoneWatchTests {
    @Test("A zone that was set is told, other properties are not")
    func zone() async throws {
        let bus = try await PrivateBus()
        let (service, path) = ("org.freedesktop.timedate1", "/org/freedesktop/timedate1")
        let dated = try await MockedService(service, ["--system", service, path, service], on: bus)
        let changes = EventLog<Int>()
        let system = SystemBus(address: bus.address)
        let listener = try #require(await system.connection())
        let watch = ZoneWatch(system: system) { changes.append(1) }
        watch.start()
        // Asked for by the connection that listens, a signal comes before the answer.
        func tell(_ name: String) async throws {
            try await listener.call(
                "EmitSignal", of: "org.freedesktop.DBus.Mock", at: path, on: dated.name,
                [
                    .string("org.freedesktop.DBus.Properties"), .string("PropertiesChanged"), .string("sa{sv}as"),
                    .array(
                        [
                            .variant(.string(service)), .variant(.dictionary([name: .string("Europe/Oslo")])),
                            .variant(.array([], of: "s")),
                        ], of: "v"),
                ])
        }

        // Until it listens, nothing is told.
        try await waitUntil("the zone is told") {
            try await tell("Timezone")
            return !changes.events.isEmpty
        }
        let count = changes.events.count
        try await tell("NTP")
        try await tell("Timezone")
        try await changes.wait(count: count + 1)

        #expect(changes.events.count == count + 1)
        watch.stop()
    }
}
