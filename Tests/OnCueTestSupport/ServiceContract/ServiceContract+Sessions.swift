// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Checks what one client has open in the content tree; it has nothing open at first.
    ///
    /// - Parameter change: Adds an album to the tree.
    package static func contentSession(
        _ session: some ContentSession, _ notes: Notes, change: () async throws -> Void
    ) async throws {
        try await checkViews(session, notes)
        try await checkSubscriptions(session, notes, change: change)
        try await checkSearches(session, notes)
        try await checkBatches(session, notes)
    }

    private static func checkViews(_ session: some ContentSession, _ notes: Notes) async throws {
        let limits = ContentLimits(items: 3, depth: 2)
        let view = notes.heard(try await session.openView(limits))
        notes.expect(
            notes.heard(try await session.context(ofView: view)).enforcedItemsCount == 3, "a view has its limits")
        notes.expect(try await session.context(ofView: 0).enforcedTreeDepth == 2, "and the common context, too")
        let other = try await session.openView(ContentLimits())
        notes.expect(other != view, "each view has a number of its own")
        for view in [view, other] {
            try await session.closeView(view)
            await notes.expect(.notFound, "a view is closed once") { try await session.closeView(view) }
            await notes.expect(.notFound, "a closed view has no context") {
                _ = try await session.context(ofView: view)
            }
        }
        var open: [Int] = []
        for _ in 0..<16 { open.append(try await session.openView(limits)) }
        await notes.expect(.refused, "a client has not any number of views") { _ = try await session.openView(limits) }
        for view in open { try await session.closeView(view) }
    }

    private static func checkSubscriptions(
        _ session: some ContentSession, _ notes: Notes, change: () async throws -> Void
    ) async throws {
        let subscribed = notes.heard(try await session.subscribe(to: "Albums"))
        notes.expect(subscribed.container == "section:albums", "a container is told by its identifier")
        let none = notes.heard(try await session.changes(of: subscribed.container, since: subscribed.revision))
        notes.expect(none.difference?.isEmpty ?? true, "nothing has changed at first")
        try await change()
        let changes = notes.heard(
            try await waitFor("a change of the container") {
                let changes = try await session.changes(of: subscribed.container, since: subscribed.revision)
                return changes.revision == subscribed.revision ? nil : changes
            })
        notes.expect(changes.difference?.added.map(\.index) == [2], "a change tells what was added")
        try await session.unsubscribe(from: subscribed.container)
        await notes.expect(.invalidValue, "only identifiers are subscribed") {
            try await session.unsubscribe(from: "no identifier")
        }
        for (place, code) in wrongPlaces + [("track:b1", .notContainer)] {
            await notes.expect(code, "\"\(place)\" cannot be watched") { _ = try await session.subscribe(to: place) }
            await notes.expect(code, "\"\(place)\" cannot be fetched again") { try await session.reload(place) }
        }
        for place in ["Albums", "/"] { try await session.reload(place) }
    }

    private static func checkSearches(_ session: some ContentSession, _ notes: Notes) async throws {
        let search = try await session.beginSearch("blue", SearchOptions())
        notes.expect(search > 0, "a search has a number")
        notes.expect(try await session.beginSearch("blue", SearchOptions(limit: 1)) != search, "each its own")
        for _ in 0..<2 { try await session.endSearch(search) }
        await notes.expect(.invalidQuery, "a mistake is told") {
            _ = try await session.beginSearch("yaer:1960", SearchOptions())
        }
    }

    private static func checkBatches(_ session: some ContentSession, _ notes: Notes) async throws {
        try await session.endUpdates()
        var depth = 0
        do {
            while depth < 1000 {
                try await session.beginUpdates()
                depth += 1
            }
            notes.expect(false, "batches are not nested without end")
        } catch {
            notes.expect(ServiceError(error).code == .refused, "a batch too deep is refused")
        }
        notes.expect(notes.heard(depth) > 1, "batches may be nested")
        for _ in 0...depth { try await session.endUpdates() }
        try await session.beginUpdates()
        try await session.endUpdates()
    }
}
