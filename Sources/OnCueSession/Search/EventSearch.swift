// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
package import OnCueQuery
package import OnCueRuntime

/// Kept events in the searches of desktops, for queries that name them, such as `kind:event herons`. A chosen event
/// opens its page, or else the map.
@MediaActor
package final class EventSearch: ForeignSearching {
    private let events: EventKeeper
    private let open: @MediaActor (String) async throws -> Void
    private let log = Logger("desktop")

    /// - Parameter open: Opens an address with the programs of the desktop.
    package init(events: EventKeeper, open: @escaping @MediaActor (String) async throws -> Void) {
        (self.events, self.open) = (events, open)
    }

    package func matches(_ search: DesktopSearch, limit: Int) async -> [ForeignMatch] {
        // The text of a desktop search is a query.
        guard let query = try? ContentQuery(search.text) else { return [] }
        let question = QueryQuestion(query, inFull: false, limit: limit, now: events.now, seed: 1)
        do throws(ContentError) {
            let found = try await events.matches(question).matches.prefix(limit)
            return try await events.items(of: Array(found)).compactMap(\.self).map(Self.match)
        } catch {
            log.warning("cannot search the kept events", ["error": error.message])
            return []
        }
    }

    package func match(_ id: String) async -> ForeignMatch? { await event(id).map { Self.match($0.item) } }

    package func open(_ id: String) async throws {
        guard let event = await event(id), let address = event.page ?? event.location?.geoURI else {
            throw ContentError(.notFound, "the event is not kept any longer, or has neither a page nor a position")
        }
        try await open(address)
    }

    private func event(_ id: String) async -> KeptEvent? {
        do throws(ContentError) {
            return try await events.events().first { $0.identifier.description == id }
        } catch {
            log.warning("cannot read the kept events", ["error": error.message])
            return nil
        }
    }

    private static func match(_ item: ContentNode) -> ForeignMatch {
        ForeignMatch(
            id: item.identifier.description, title: item.title,
            about: ["Event", item.subtitle].filter { !$0.isEmpty }.joined(separator: " · "))
    }
}
