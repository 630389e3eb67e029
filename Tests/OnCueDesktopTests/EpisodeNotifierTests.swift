// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueDesktop
import OnCueRuntime
import OnCueTestSupport
import SystemServices
import Testing

@MediaActor
@Suite("Notifications of new episodes")
struct EpisodeNotifierTests {
    private static let path = "/org/freedesktop/Notifications"
    private static let name = "org.freedesktop.Notifications"

    private func server(_ capabilities: String, on bus: PrivateBus) async throws -> MockedService {
        try await MockedService(
            Self.name, ["--template", "notification_daemon", "-p", "{\"capabilities\": \"\(capabilities)\"}"], on: bus)
    }

    @Test("One notification names the episodes of every podcast, and begins anew when it was closed")
    func shows() async throws {
        let bus = try await PrivateBus()
        let server = try await server("body body-markup", on: bus)
        let notifier = EpisodeNotifier(bus: try await MessageBus.connect(to: bus.address))

        notifier.show(NewEpisodes(podcast: "A & B", titles: ["One"]))
        _ = try await server.wait(forCalls: 1, of: "Notify", at: Self.path)
        notifier.show(NewEpisodes(podcast: "Other", titles: ["Two", "Three"]))
        let calls = try await server.wait(forCalls: 2, of: "Notify", at: Self.path)

        #expect(calls.map { $0[1].intValue } == [0, 1])
        #expect(calls.map { $0[3].stringValue } == ["New episode", "3 new episodes"])
        #expect(calls.map { $0[4].stringValue } == ["A &amp; B: One", "A &amp; B: One\nOther: 2 new episodes"])
        notifier.close()
        _ = try await server.wait(forCalls: 1, of: "CloseNotification", at: Self.path)
    }

    @Test("A server without a body gets everything in one line")
    func plain() async throws {
        let bus = try await PrivateBus()
        let server = try await server("actions", on: bus)
        let notifier = EpisodeNotifier(bus: try await MessageBus.connect(to: bus.address))

        notifier.show(NewEpisodes(podcast: "Show", titles: ["One"]))
        let call = try #require(try await server.wait(forCalls: 1, of: "Notify", at: Self.path).first)

        #expect(call[3].stringValue == "Show: One")
        #expect(call[4].stringValue == "")
    }

    @Test("NetworkManager says whether a connection is metered; without one it is not")
    func metered() async throws {
        let bus = try await PrivateBus()
        let cost = NetworkCost(system: SystemBus(address: bus.address))
        #expect(await cost.state() == .free)
        let network = try await FakeNetwork(on: bus)
        for (value, state) in [(0, .free), (1, .metered), (2, .free), (3, .metered), (4, .free)]
            as [(UInt32, NetworkCost.State)]
        {
            try await network.setMetered(value)
            #expect(await cost.state() == state)
        }
    }
}
