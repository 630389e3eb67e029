// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueDesktop
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import SystemServices
import Testing

/// Only with `make test-long`: the receiver speaks once in a second.
@MediaActor
@Suite("Where the machine is, as a real GeoClue tells it", .enabled(if: TestEffort.factor > 1), .timeLimit(.minutes(5)))
struct RealLocationTests {
    @Test("Without an agent it says what to do; with one, positions come as the machine moves; a crash is told")
    func positions() async throws {
        let bus = try await PrivateBus()
        let location = try await RealLocation(on: bus)
        let source = LocationTriggerSource(
            system: SystemBus(address: bus.address), timing: .init(answer: .seconds(1), pause: .milliseconds(200)))
        source.isWanted = true
        let observed = ObservedSource(source)

        source.start()
        try await observed.wait(for: .failing)
        #expect(source.health.detail.contains("agent"))
        try await location.addAgent()
        try await observed.wait(for: .working)
        try await location.move(48.8584, 2.2945)
        try await observed.reports.wait(count: 1)
        // This is not far enough to be told.
        try await location.move(48.8585, 2.2946)
        try await location.move(-33.8568, 151.2153)
        try await observed.reports.wait(count: 2)
        try await location.end()
        try await observed.wait(for: .absent)

        let positions = observed.reports.events.compactMap { report in
            if case .position(let position) = report { position } else { nil }
        }
        #expect(positions.count == 2)
        #expect(Self.isNear(positions.first, 48.8584, 2.2945) && Self.isNear(positions.last, -33.8568, 151.2153))
        #expect(observed.reports.events.last == .lost)
        source.stop()
    }

    private static func isNear(_ position: GeographicPosition?, _ latitude: Double, _ longitude: Double) -> Bool {
        guard let position else { return false }
        return abs(position.latitude - latitude) < 0.0001 && abs(position.longitude - longitude) < 0.0001
    }
}
