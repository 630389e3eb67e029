// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The part of OnCue's listening that servers get.
@MediaActor
protocol ListeningReports: Sendable {
    /// The entries of the journal with items of a provider that are behind numbers of logs, in the order in which they were
    /// noted and with a mark on private ones, and the numbers behind all entries; `nil` if they cannot be read. A log without a
    /// number counts from a second on.
    func entries(
        of busName: String, after numbers: [String: Int64], since time: Int64
    ) async -> (entries: [JournalEntry], end: [String: Int64])?

    /// The identifiers in the queue, around what plays.
    func queue() async -> [String]

    /// Those of some identifiers of which a server may be told that they play or are in the queue; none if that cannot be found
    /// out.
    func tellable(_ identifiers: [String]) async -> [String]
}

/// Reads it over the bus.
@MediaActor
final class ServiceReports: ListeningReports {
    /// The most items of the queue, and those of them before what plays.
    private static let mostQueued = 500
    private static let mostBefore = 50

    private let service: OnCueConnection

    init(_ service: OnCueConnection) { self.service = service }

    func entries(
        of busName: String, after numbers: [String: Int64], since time: Int64
    ) async -> (entries: [JournalEntry], end: [String: Int64])? {
        let kinds: [JournalEntry.Kind] = [.heard, .paused, .left, .skipped, .stopped, .finished]
        let prefix = busName + "/"
        var found: [JournalEntry] = []
        var request = HistoryRequest(since: time, kinds: kinds)
        request.marksPrivate = true
        var end = numbers
        while true {
            request.after = end
            guard let page = try? await service.history(request, offset: 0, limit: PageLimit.largest) else {
                return nil
            }
            found += page.entries.filter {
                $0.number != nil && $0.subject.identifier.kind == .provided
                    && $0.subject.identifier.key.hasPrefix(prefix)
            }
            let before = end
            for entry in page.entries {
                if let log = entry.log, let number = entry.number { end[log] = max(end[log] ?? 0, number) }
            }
            // A daemon that does not know of numbers has none.
            if page.entries.isEmpty || end == before { break }
        }
        return (found, end)
    }

    func queue() async -> [String] {
        guard let now = try? await service.nowPlaying(), let index = now.entry?.queueIndex else { return [] }
        let start = max(0, index - Self.mostBefore)
        guard let page = try? await service.queue(offset: start, limit: Self.mostQueued) else { return [] }
        return page.entries.map(\.identifier)
    }

    func tellable(_ identifiers: [String]) async -> [String] {
        guard !identifiers.isEmpty else { return [] }
        return (try? await service.publicItems(among: identifiers)) ?? []
    }
}
