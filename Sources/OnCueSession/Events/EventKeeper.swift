// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore
package import OnCueQuery
package import OnCueRuntime

/// The events that the user keeps from web pages: finds their performers in the library, and answers queries for
/// `kind:event`.
@MediaActor
package final class EventKeeper {
    private let store: any EventStoring
    private let library: any ContentSource
    private let clock: ClockTriggerSource.Clock
    private let log = Logger("events")
    /// `nil` until they have been read.
    private var known: [StableKey: KeptEvent]?
    /// Waits for the next end of an event; `nil` if no event is still to end.
    private var alarm: Task<Void, Never>?
    /// Sent when the events have changed, or when one of them is over.
    package let changes = Broadcast<Void>()

    /// - Parameters:
    ///   - library: The source of the artists.
    ///   - clock: Determines when an event is over.
    package init(
        store: any EventStoring, library: any ContentSource, clock: ClockTriggerSource.Clock = .system
    ) {
        (self.store, self.library, self.clock) = (store, library, clock)
    }

    isolated deinit { alarm?.cancel() }

    /// All kept events, the earliest first. Those that ended long ago are removed.
    ///
    /// - Throws: `storage`.
    package func events() async throws(ContentError) -> [KeptEvent] {
        if known == nil {
            let events = try await store.keptEvents()
            known = known ?? Dictionary(events.map { ($0.id, $0) }) { $1 }
            arm()
        }
        try await expire()
        return (known ?? [:]).values.sorted { ($0.start, $0.title, $0.id.number) < ($1.start, $1.title, $1.id.number) }
    }

    /// Keeps the events of a page; updates those that are already kept.
    ///
    /// - Parameter all: Whether to keep the events of performers that are not in the library, too.
    /// - Returns: The events that were kept.
    /// - Throws: `refused` if there are too many; `storage`.
    package func keep(eventsOf page: WebPage, all: Bool) async throws(ContentError) -> [KeptEvent] {
        var moved: [(event: KeptEvent, formerStart: String)] = []
        var artists: [String: String?] = [:]
        for event in page.events {
            var found: [String] = []
            for performer in event.performers {
                let name = performer.name
                let artist = if let known = artists[name] { known } else { try await artist(name) }
                artists[name] = .some(artist)
                if let artist { found.append(artist) }
            }
            if all || !found.isEmpty {
                var new = KeptEvent(event, on: page.address, artists: found)
                new.seen = now
                moved.append((new, event.formerStart))
            }
        }
        let former = try await events()
        let before = former.count
        let kept = KeptEvent.renewed(moved, on: page.address, known: former, now: now)
        let new = Set(kept.map(\.id)).filter { known?[$0] == nil }
        guard before + new.count <= KeptEvent.limit else {
            throw ContentError(
                .refused, "there are \(before) events, and \(KeptEvent.limit) is the limit; remove some first")
        }
        guard !kept.isEmpty else { return [] }
        try await store.keep(kept)
        for event in kept { known?[event.id] = event }
        arm()
        changes.send(())
        return kept
    }

    /// Removes events; ignores those that are not kept.
    ///
    /// - Returns: The number of removed events.
    /// - Throws: `storage`.
    package func remove(_ keys: [StableKey]) async throws(ContentError) -> Int {
        _ = try await events()
        let present = Set(keys).filter { known?[$0] != nil }
        guard !present.isEmpty else { return 0 }
        try await store.removeEvents(Array(present))
        for key in present { known?[key] = nil }
        arm()
        changes.send(())
        return present.count
    }

    /// Removes events that ended long ago, and those without a date that no page has listed for a long time.
    private func expire() async throws(ContentError) {
        let now = now
        // An event from an earlier version begins to age now.
        var unseen: [KeptEvent] = []
        for var event in (known ?? [:]).values where event.expires == nil {
            event.seen = now
            unseen.append(event)
            known?[event.id] = event
        }
        if !unseen.isEmpty { try await store.keep(unseen) }
        let gone = (known ?? [:]).values.filter { event in event.expires.map { $0 <= now } ?? false }.map(\.id)
        guard !gone.isEmpty else { return }
        for key in gone { known?[key] = nil }
        log.info("events that are long over were removed", ["count": "\(gone.count)"])
        try await store.removeEvents(gone)
    }

    /// In seconds since 1970.
    var now: Int64 { Int64(clock.now()) }

    /// Waits for the next time when an event ends, and its artists are no longer at its venue.
    private func arm() {
        alarm?.cancel()
        let now = now
        let ends = (known ?? [:]).values.compactMap { $0.leaves }.filter { $0 > now }
        guard let next = ends.min() else {
            alarm = nil
            return
        }
        alarm = Task { @MediaActor [weak self, clock] in
            // The clock may be set meanwhile.
            while Int64(clock.now()) < next {
                guard (try? await clock.sleep(Int(next))) != nil, !Task.isCancelled else { return }
            }
            guard let self else { return }
            arm()
            changes.send(())
        }
    }

    /// Returns the identifier of the artist with this name in the library; `nil` if there is none.
    private func artist(_ name: String) async throws(ContentError) -> String? {
        let words = TextWords.divide(folded: TextFolding.fold(name))
        guard !words.isEmpty else { return nil }
        let query = (["kind:artist"] + words.map { "title:\($0)" }).joined(separator: " ")
        let found = try await library.search(query, offset: 0, limit: 10).items
        let wanted = TextFolding.fold(name)
        return found.first { TextFolding.fold($0.title) == wanted }?.identifier.description
    }

    /// Returns the artists in the library of events that are not over, each at the venue.
    ///
    func located() async -> [ContentNode] {
        var items: [ContentNode] = []
        for event in await readable() where event.location?.coordinates != nil {
            guard let leaves = event.leaves, leaves > now, event.status != .cancelled else { continue }
            for artist in event.artists {
                guard let identifier = ContentIdentifier(artist), var item = await item(identifier) else { continue }
                item.location = event.location
                items.append(item)
            }
        }
        return items
    }

    /// Returns the events; none if they cannot be read.
    private func readable() async -> [KeptEvent] {
        do throws(ContentError) { return try await events() } catch {
            log.warning("cannot read the kept events", ["error": error.message])
            return []
        }
    }

    /// Returns an artist; `nil` if it has left the library.
    private func item(_ identifier: ContentIdentifier) async -> ContentNode? {
        do throws(ContentError) { return try await library.item(for: identifier) } catch {
            if !error.isAbsence { log.warning("cannot look up an artist of an event", ["error": error.message]) }
            return nil
        }
    }
}

// MARK: Queries

extension EventKeeper: QuerySearching {
    /// Answers only queries that name the kind: an event cannot be played, so it is not among the items that may be.
    package nonisolated func matchesAtHand(_ question: QueryQuestion) -> QueryMatches? {
        let isNamed = question.query.condition.kinds?.contains(.event) == true
        return isNamed && question.search.finds(.event) ? nil : QueryMatches()
    }

    package func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches {
        if let known = matchesAtHand(question) { return known }
        let rows = try await events().map(\.row)
        return try await question.answer { (_) throws(ContentError) in rows }
    }

    package func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentNode?] {
        let events = Dictionary(try await events().map { ($0.id.number, $0) }) { $1 }
        return matches.map { events[$0.number]?.item }
    }
}

extension KeptEvent {
    /// The time when it is over everywhere, in seconds since 1970: a day later than by the local clock, since the time
    /// zone of the place is not known.
    fileprivate var leaves: Int64? { ends.map { $0 + CivilDate.secondsOfDay + 1 } }

    /// An item that is neither a container nor playable.
    package var item: ContentNode {
        var item = ContentNode(identifier: identifier, title: title, subtitle: subtitle)
        item.location = location
        return item
    }

    /// Words are found in the name of the venue and its address, too.
    fileprivate var row: QueryRow {
        var row = QueryRow(kind: .event, number: id.number, title: title, artists: performers, album: location?.line)
        if let starts { row.times[.starts] = starts }
        row.sort = start + " " + title
        return row
    }
}
