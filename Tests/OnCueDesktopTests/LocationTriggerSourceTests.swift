// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueDesktop
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import SystemServices
import Testing

@MediaActor
@Suite("Where the machine is, as GeoClue tells it")
struct LocationTriggerSourceTests {
    private nonisolated static let now = 1_800_000_000
    private let bus: PrivateBus

    init() async throws { bus = try await PrivateBus() }

    private func source(
        isWanted: Bool = true, _ timing: ServiceTiming = .init(pause: .milliseconds(10))
    ) -> ObservedSource {
        let source = LocationTriggerSource(system: SystemBus(address: bus.address), timing: timing) { Self.now }
        source.isWanted = isWanted
        return ObservedSource(source)
    }

    private func started() async throws -> ObservedSource {
        let source = source()
        source.source.start()
        try await source.wait(for: .working)
        return source
    }

    private func position(_ latitude: Double, _ longitude: Double) -> TriggerReport? {
        GeographicPosition(latitude: latitude, longitude: longitude, accuracy: 20).map(TriggerReport.position)
    }

    @Test("It keeps what sources of triggers promise")
    func contract() async throws {
        var location: FakeLocation?
        var number = 0.0
        let violations = await TriggerSourceContract.violations(
            of: .init(
                begin: { location = try await FakeLocation(on: bus) },
                change: {
                    number += 1
                    try await location?.move(48, number, time: Self.now)
                },
                end: { try await location?.service.end() }), isListing: false
        ) { source().source }

        #expect(violations == [])
    }

    @Test("It asks for itself, for a distance, and as exactly as is allowed; positions are told as they come")
    func positions() async throws {
        let location = try await FakeLocation(on: bus)
        let source = try await started()

        try await location.move(48.8584, 2.2945, time: Self.now)
        try await location.move(48.87, 2.33, time: Self.now - 119)
        try await source.reports.wait(count: 2)

        #expect(source.reports.events == [position(48.8584, 2.2945), position(48.87, 2.33)])
        let client = try await location.service.call(
            "GetAll", of: "org.freedesktop.DBus.Properties", at: FakeLocation.client,
            [.string(FakeLocation.name + ".Client")]
        ).first?.dictionaryValue
        #expect(client?["DesktopId"] == .string("org.oncue.OnCue"))
        #expect(client?["DistanceThreshold"] == .uint32(50))
        #expect(client?["RequestedAccuracyLevel"] == .uint32(8))
        source.source.stop()
    }

    @Test("What is old, or no position, is not told")
    func old() async throws {
        let location = try await FakeLocation(on: bus)
        let source = try await started()

        try await location.move(1, 1, time: Self.now - 121)
        try await location.move(1, 2, time: Self.now + 100_000)
        try await location.move(91, 0, time: Self.now)
        try await location.move(0, .infinity, time: Self.now)
        try await location.move(.nan, 0, time: Self.now)
        try await location.move(1, 3, accuracy: -1, time: Self.now)
        try await location.move(2, 2, time: 0)
        try await source.reports.wait(count: 1)

        #expect(source.reports.events == [position(2, 2)])
        source.source.stop()
    }

    @Test("Nobody is asked before that is wanted, and nobody any more when it is not")
    func wanted() async throws {
        let location = try await FakeLocation(on: bus)
        let source = source(isWanted: false)
        source.source.start()
        #expect(source.source.health == SourceHealth(.off, "no place with a position"))
        let located = try #require(source.source as? LocationTriggerSource)

        located.isWanted = true
        try await source.wait(for: .working)
        located.isWanted = false
        try await location.service.wait(
            forCalls: 1, of: "DeleteClient", at: "/org/freedesktop/GeoClue2/Manager")

        #expect(source.source.health.state == .off)
        #expect(source.reports.events == [.lost])
        #expect(try await location.service.calls(of: "GetClient", at: "/org/freedesktop/GeoClue2/Manager").count == 1)
    }

    @Test("A GeoClue that waits for an agent is told with what to do, and used when the agent comes")
    func noAgent() async throws {
        let location = try await FakeLocation(on: bus)
        location.service.hang()
        let source = source(.init(answer: .seconds(5)))
        source.source.start()
        try await source.wait(for: .failing)
        #expect(source.source.health.detail.contains("agent"))
        #expect(source.reports.events.isEmpty)

        location.service.goOn()

        try await source.wait(for: .working)
        source.source.stop()
    }

    @Test("A location that becomes more exact where it is is told again, until it is exact")
    func refined() async throws {
        let location = try await FakeLocation(on: bus)
        let source = try await started()
        try await location.move(48.8584, 2.2945, accuracy: 2_000, time: Self.now)
        try await source.reports.wait(count: 1)

        try await location.refine(48.8585, 2.2946, accuracy: 20)
        try await source.reports.wait(count: 2)
        #expect(source.reports.events.last == position(48.8585, 2.2946))

        try await location.refine(48.8586, 2.2947, accuracy: 20)
        try await location.move(48.87, 2.33, time: Self.now)
        try await source.reports.wait(count: 3)
        #expect(source.reports.events.last == position(48.87, 2.33), "what is exact already wakes nobody")
        source.source.stop()
    }

    @Test("What was refused is asked for again when GeoClue allows other things, and when the person comes back")
    func allowed() async throws {
        let location = try await FakeLocation(on: bus, refusal: "Geolocation disabled")
        let source = source()
        source.source.start()
        try await source.wait(for: .failing)
        try await location.allow()
        try await source.wait(for: .working)
        source.source.stop()
        try await location.service.end()
    }

    @Test("Where GeoClue is not there it is asked again when the person comes back")
    func cameLater() async throws {
        let source = source()
        source.source.start()
        try await source.wait(for: .absent)
        #expect(source.source.health.detail == "GeoClue is not available")
        let located = try #require(source.source as? LocationTriggerSource)
        let location = try await FakeLocation(on: bus)
        located.askAgain()
        try await source.wait(for: .working)
        source.source.stop()
        try await location.service.end()
    }

    @Test("A refusal is told with what GeoClue says of it")
    func refusal() async throws {
        let location = try await FakeLocation(on: bus, refusal: "Geolocation disabled")
        let source = source()
        source.source.start()

        try await source.wait(for: .failing)

        #expect(source.source.health.detail.contains("Geolocation disabled"))
        source.source.stop()
        try await location.service.end()
    }
}
