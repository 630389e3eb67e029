// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// What OnCue knows of listening, as far as servers are told.
@MediaActor
protocol ListeningReports: Sendable {
    /// The entries of the journal with items of a provider, from a second on, oldest first; `nil` if they cannot be read.
    func entries(of busName: String, since time: Int64) async -> [JournalEntry]?

    /// The identifiers in the queue, around what plays.
    func queue() async -> [String]
}

/// Reads it over the bus.
@MediaActor
final class ServiceReports: ListeningReports {
    /// The most entries of the journal in one look.
    private static let page = 1000
    /// The most items of the queue, and those of them before what plays.
    private static let mostQueued = 500
    private static let mostBefore = 50

    private let service: OnCueConnection

    init(_ service: OnCueConnection) { self.service = service }

    func entries(of busName: String, since time: Int64) async -> [JournalEntry]? {
        let kinds: [JournalEntry.Kind] = [.heard, .paused, .left, .skipped, .stopped, .finished]
        let prefix = busName + "/"
        var found: [JournalEntry] = []
        var offset = 0
        while true {
            guard
                let page = try? await service.history(
                    HistoryRequest(since: time, kinds: kinds), offset: offset, limit: Self.page)
            else { return nil }
            found += page.entries.filter {
                $0.subject.identifier.kind == .provided && $0.subject.identifier.key.hasPrefix(prefix)
            }
            offset += page.entries.count
            if page.entries.isEmpty || offset >= page.total { break }
        }
        return found.reversed()
    }

    func queue() async -> [String] {
        guard let now = try? await service.nowPlaying(), let index = now.entry?.queueIndex else { return [] }
        let start = max(0, index - Self.mostBefore)
        guard let page = try? await service.queue(offset: start, limit: Self.mostQueued) else { return [] }
        return page.entries.map(\.identifier)
    }
}
