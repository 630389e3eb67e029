// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import Synchronization

/// Notes events and answers with records that a test has set.
package final class FakeListeningStore: ListeningStoring, BookmarkStoring {
    private struct State {
        var bookmarks: [Bookmark] = []
        var events: [ListeningEvent] = []
        var records: [ContentIdentifier: ListeningRecord] = [:]
        var erased: [ContentIdentifier: Int64] = [:]
        var failures = 0
        var isUnreadable = false
    }

    private let state = Mutex(State())
    private let hub = ContentChangeHub()

    /// How many events each call of `record` brought, also those that failed.
    package let attempts = EventLog<Int>()

    package init() {}

    /// Has the next calls of `record` fail.
    package func fail(_ count: Int) { state.withLock { $0.failures = count } }

    /// Has all calls of `records(for:)` fail.
    package func setUnreadable(_ isUnreadable: Bool) { state.withLock { $0.isUnreadable = isUnreadable } }

    package var events: [ListeningEvent] { state.withLock { $0.events } }

    /// Sets when the position of an item was erased.
    package func setErased(_ time: Int64, for identifier: ContentIdentifier) {
        state.withLock { $0.erased[identifier] = time }
    }

    package func set(_ record: ListeningRecord, for identifier: ContentIdentifier) {
        state.withLock { $0.records[identifier] = record }
        hub.tell(ContentChange(revision: ContentTree.Revision(1), containers: [identifier]))
    }

    /// Tells that the records of items have changed.
    package func tell(_ items: [ContentIdentifier]) {
        hub.tell(ContentChange(revision: ContentTree.Revision(1), containers: Set(items)))
    }

    package func record(_ events: [ListeningEvent]) async throws(ContentError) {
        let isTaken = state.withLock { state in
            guard state.failures == 0 else {
                state.failures -= 1
                return false
            }
            state.events += events
            return true
        }
        attempts.append(events.count)
        if !isTaken { throw ContentError(.storage, "the disk is full") }
        for case .favourite(let item, let isOn) in events {
            var record = try await records(for: [item])[item] ?? ListeningRecord()
            (record.isFavourite, record.isDisliked) = (isOn, record.isDisliked && !isOn)
            set(record, for: item)
        }
        for case .played(let item, let isPlayed, let time) in events {
            var record = try await records(for: [item])[item] ?? ListeningRecord()
            (record.playCount, record.lastPlayed) = (isPlayed ? max(1, record.playCount) : 0, isPlayed ? time : nil)
            set(record, for: item)
        }
        for case .rated(let item, let stars) in events {
            var record = try await records(for: [item])[item] ?? ListeningRecord()
            record.stars = stars
            set(record, for: item)
        }
        for case .disliked(let item, let isOn) in events {
            var record = try await records(for: [item])[item] ?? ListeningRecord()
            (record.isDisliked, record.isFavourite) = (isOn, record.isFavourite && !isOn)
            set(record, for: item)
        }
    }

    package func addBookmark(
        of track: Track, at position: Duration, name: String?, time: Int64
    ) async throws(ContentError) -> Bookmark {
        state.withLock { state in
            let bookmark = Bookmark(
                number: Int64(state.bookmarks.count + 1), name: name, identifier: track.identifier,
                location: track.location, title: track.title, artists: track.artists, album: track.album,
                position: position, time: time)
            state.bookmarks.append(bookmark)
            return bookmark
        }
    }

    package func bookmarks(offset: Int, limit: Int) async throws(ContentError) -> BookmarkPage {
        let all = Array(state.withLock { $0.bookmarks }.reversed())
        return BookmarkPage(bookmarks: Array(all.dropFirst(offset).prefix(limit)), total: all.count)
    }

    package func removeBookmark(_ number: Int64) async throws(ContentError) {
        let isGone = state.withLock { state in
            let index = state.bookmarks.firstIndex { $0.number == number }
            if let index { state.bookmarks.remove(at: index) }
            return index != nil
        }
        if !isGone { throw ContentError(.notFound, "there is no bookmark \(number)") }
    }

    package func journal(
        _ query: JournalQuery, offset: Int, limit: Int
    ) async throws(ContentError) -> JournalPage {
        let entries = Array(entries.filter(query.includes).reversed())
        return JournalPage(entries: Array(entries.dropFirst(offset).prefix(limit)), total: entries.count)
    }

    package func eraseJournal(_ query: JournalQuery) async throws(ContentError) -> Int {
        let before = entries.count
        state.withLock { state in
            state.events.removeAll { if case .noted(let entry) = $0 { query.includes(entry) } else { false } }
        }
        return before - entries.count
    }

    private var entries: [JournalEntry] {
        events.compactMap { if case .noted(let entry) = $0 { entry } else { nil } }
    }

    package func changes() -> AsyncStream<ContentChange> { hub.listen() }

    package func records(
        for identifiers: [ContentIdentifier]
    ) async throws(ContentError) -> [ContentIdentifier: ListeningRecord] {
        let records = state.withLock { state in
            state.isUnreadable ? nil : state.records.filter { identifiers.contains($0.key) }
        }
        guard let records else { throw ContentError(.storage, "the disk cannot be read") }
        return records
    }

    package func erasedPositions(
        of identifiers: [ContentIdentifier]
    ) async throws(ContentError) -> [ContentIdentifier: Int64] {
        state.withLock { $0.erased.filter { identifiers.contains($0.key) } }
    }

    package func resumePositions() async throws(ContentError) -> [ContentIdentifier: Duration] {
        state.withLock { $0.records.compactMapValues(\.position) }
    }

    package func records(
        of kinds: Set<ContentKind>, favouritesOnly: Bool
    ) async throws(ContentError) -> [ContentIdentifier: ListeningRecord] {
        state.withLock { state in
            state.records.filter { kinds.contains($0.key.kind) && ($0.value.isFavourite || !favouritesOnly) }
        }
    }

    package func disliked() async throws(ContentError) -> [ContentIdentifier] {
        state.withLock { $0.records.filter(\.value.isDisliked).keys.sorted { $0.description < $1.description } }
    }

    package func recent(
        _ kinds: Set<ContentKind>?, limit: Int
    ) async throws(ContentError) -> [ContentIdentifier] {
        state.withLock { state in
            let played = state.records.filter { $0.value.lastPlayed != nil && kinds?.contains($0.key.kind) ?? true }
            return played.sorted { ($0.value.lastPlayed ?? 0) > ($1.value.lastPlayed ?? 0) }.prefix(limit).map(\.key)
        }
    }
}
