// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
package import OnCueSession
package import OnCueSuggestions

/// What every `TriggerSource` promises, checked on sources whose technology is in the test's hand.
@MediaActor
package struct TriggerSourceContract {
    /// What the sources listen to.
    package struct Technology {
        /// Makes it come; it is not there at first.
        var begin: () async throws -> Void
        /// Does something that sources tell, another thing each time.
        var change: () async throws -> Void
        /// Makes it go.
        var end: () async throws -> Void

        package init(
            begin: @escaping () async throws -> Void, change: @escaping () async throws -> Void,
            end: @escaping () async throws -> Void
        ) {
            self.begin = begin
            self.change = change
            self.end = end
        }
    }

    private let make: () -> any TriggerSource
    private let technology: Technology
    /// Its sources know devices, and so list them first.
    private let isListing: Bool
    private var broken: [String] = []

    /// Checks sources.
    ///
    /// - Returns: A sentence for each promise that is broken; empty for good ones.
    package static func violations(
        of technology: Technology, isListing: Bool = true, _ make: @escaping () -> any TriggerSource
    ) async -> [String] {
        var contract = Self(make: make, technology: technology, isListing: isListing)
        do {
            try await contract.check()
        } catch {
            contract.broken.append("something failed: \(error)")
        }
        return contract.broken
    }

    private mutating func check() async throws {
        let source = ObservedSource(make())
        expect(source.source.health.state == .off, "a source that was not started is off")
        try await checkAbsence(source)
        try await checkPresence(source, "first")
        try await technology.end()
        try await source.wait(for: .absent)
        expect(source.reports.events.last == .lost, "what goes away is told as lost")
        source.reports.removeAll()
        try await checkPresence(source, "second")
        try await checkStop(source)
        try await technology.end()
    }

    private mutating func checkAbsence(_ source: ObservedSource) async throws {
        source.source.start()
        try await source.wait(for: .absent)
        expect(!source.source.health.detail.isEmpty, "a source says what it lacks")
        expect(source.reports.events.isEmpty, "without its technology a source tells nothing")
    }

    private mutating func checkPresence(_ source: ObservedSource, _ time: String) async throws {
        try await technology.begin()
        try await source.wait(for: .working)
        // Once more is once too many.
        source.source.start()
        try await technology.change()
        try await source.reports.wait(count: isListing ? 2 : 1)
        let listings = source.reports.events.filter(\.isListing).count
        expect(listings == (isListing ? 1 : 0), "what there is comes once, the \(time) time")
        if isListing { expect(source.reports.events[0].isListing, "what there is comes first, the \(time) time") }
    }

    /// Another source hears what the one that is stopped does not.
    private mutating func checkStop(_ source: ObservedSource) async throws {
        let witness = ObservedSource(make())
        witness.source.start()
        try await witness.wait(for: .working)
        source.source.stop()
        expect(source.source.health.state == .off, "a source that was stopped is off")
        let (told, heard) = (source.reports.count, witness.reports.count)
        try await technology.change()
        try await witness.reports.wait(count: heard + 1)
        expect(source.reports.count == told, "a source that was stopped tells nothing")
        witness.source.stop()
    }

    private mutating func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) {
        if !isKept { broken.append(promise()) }
    }
}

extension TriggerReport {
    fileprivate var isListing: Bool {
        if case .listed = self { true } else { false }
    }
}

/// A source, what it tells, and how it is.
@MediaActor
package final class ObservedSource {
    package let source: any TriggerSource
    package let reports = EventLog<TriggerReport>()
    package let states = EventLog<SourceHealth>()

    /// Takes a source that was not started.
    package init(_ source: any TriggerSource) {
        self.source = source
        source.onReport = { [reports] in reports.append($0) }
        source.onHealthChange = { [weak self] in
            guard let self else { return }
            states.append(self.source.health)
        }
    }

    /// Waits until it is so.
    package func wait(for state: SourceHealth.State) async throws {
        guard source.health.state != state else { return }
        let seen = states.count
        try await states.wait(from: seen, "state \(state) after \(source.health)") { $0.state == state }
    }
}
