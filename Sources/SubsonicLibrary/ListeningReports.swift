// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The part of the listening that is reported to servers.
@MediaActor
protocol ListeningReports: Sendable {
    /// Returns the journal entries with items of a provider that come after the given numbers of the logs, in the order
    /// in which they were noted and with private ones marked, and the new numbers, which cover entries of other items,
    /// too; `nil` if the journal cannot be read. Of a log without a number, the entries since `time` are returned.
    func entries(
        of busName: String, after numbers: [String: Int64], since time: Int64
    ) async -> (entries: [JournalEntry], end: [String: Int64])?

    /// Returns the identifiers in the queue around the current entry.
    func queue() async -> [String]

    /// Returns those of the given identifiers that a server may be told about when they play or are in the queue; none
    /// if that cannot be found out.
    func tellable(_ identifiers: [String]) async -> [String]
}

/// Reads the listening from the service over the bus.
@MediaActor
final class ServiceReports: ListeningReports {
    /// The maximum number of queue entries that are read, and of those before the current one.
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
            // A daemon that does not know numbers sends none.
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
