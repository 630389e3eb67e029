// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueQuery
package import OnCueRuntime
internal import OnCueSession

/// The content tree as one client sees it.
@MediaActor
package struct ContentDeskSession {
    package typealias Failure = any Error

    let desk: ContentDesk
    /// Its unique name on the bus.
    let client: String

    private var manager: ContentManager { desk.manager }
}

extension ContentDeskSession: nonisolated ContentService {
    @MediaActor
    package func item(at place: String) async throws -> (revision: ContentTree.Revision, item: ContentRecord) {
        let found = try await manager.item(at: try ContentPlace(place))
        return (found.revision, ContentRecord(found.item, path: found.path))
    }

    @MediaActor
    package func resolve(_ place: String, opens: Bool) async throws -> NamedItems {
        let named = try await manager.named(by: try ContentPlace(place), opens: opens)
        return NamedItems(
            named.items.map { ContentRecord($0) }, by: named.naming,
            runnerUp: named.runnerUp.map { ContentRecord($0) })
    }

    @MediaActor
    package func children(
        of place: String, offset: Int, limit: Int, _ options: ChildrenOptions
    ) async throws -> ContentListing {
        let viewed = try await manager.children(
            at: try ContentPlace(place), offset: offset, limit: PageLimit.granted(limit), waits: options.waits,
            in: UInt32(clamping: options.view), of: client)
        let page = viewed.page
        var listing = ContentListing(
            revision: page.revision, container: ContentRecord(page.container, path: viewed.path), offset: offset,
            total: page.total, items: page.items.map { ContentRecord($0) }, isLoading: page.isLoading,
            showsProgress: await manager.childrenShowPlaybackProgress(of: page.container.identifier))
        if viewed.all != page.total { listing.all = viewed.all }
        listing.placeItems()
        return listing
    }

    @MediaActor
    package func search(_ words: String, offset: Int, limit: Int) async throws -> ContentListing {
        let page = try await manager.search(words, offset: offset, limit: PageLimit.granted(limit))
        var listing = ContentListing(
            revision: page.revision, offset: offset, total: page.total, items: page.items.map { ContentRecord($0) })
        listing.unanswered = page.unanswered
        return listing
    }

    @MediaActor
    package func contentUpdates(of place: String) async -> AsyncStream<ContentUpdate> {
        // Positions in a change refer to the list after the previous change, so none may be lost.
        let (updates, continuation) = AsyncStream.makeStream(of: ContentUpdate.self, bufferingPolicy: .unbounded)
        do {
            let container = try await container(at: place)
            let subscriptions = manager.makeSubscriptions { continuation.yield(ContentUpdate($0)) }
            let revision = try await subscriptions.subscribe(client, to: container)
            continuation.yield(.subscribed(container: container.description, revision))
            // The subscriptions live as long as the stream has a reader.
            continuation.onTermination = { _ in withExtendedLifetime(subscriptions) {} }
        } catch {
            continuation.yield(.failed(ServiceError(error)))
            continuation.finish()
        }
        return updates
    }

    @MediaActor
    package func prepare(_ place: String) async throws {
        try await manager.prepare(at: try ContentPlace(place))
    }
}

extension ContentDeskSession: nonisolated ContentSession {
    @MediaActor
    package func openView(_ limits: ContentLimits) async throws -> Int {
        desk.expect(client)
        return Int(try manager.views.open(limits, for: client))
    }

    @MediaActor
    package func closeView(_ number: Int) async throws {
        try manager.views.close(UInt32(clamping: number), of: client)
    }

    @MediaActor
    package func context(ofView number: Int) async throws -> ContentContext {
        try manager.views.context(of: UInt32(clamping: number), client)
    }

    @MediaActor
    package func subscribe(to place: String) async throws -> (container: String, revision: ContentTree.Revision) {
        let container = try await container(at: place)
        desk.expect(client)
        let revision = try await desk.subscriptions.subscribe(client, to: container)
        return (container.description, revision)
    }

    @MediaActor
    package func unsubscribe(from container: String) async throws {
        try await desk.subscriptions.unsubscribe(client, from: try Self.identifier(container))
    }

    @MediaActor
    package func changes(of container: String, since revision: ContentTree.Revision) async throws -> ContainerChanges {
        let changes = try await desk.subscriptions.changes(of: try Self.identifier(container), since: revision)
        return ContainerChanges(
            revision: changes.revision,
            difference: changes.difference.map {
                ContainerDifference(of: container, revision: changes.revision, $0)
            })
    }

    @MediaActor
    package func beginSearch(_ words: String, _ options: SearchOptions) async throws -> Int {
        // A branch that fails finds nothing; a mistake in the words is reported to the caller.
        _ = try ContentQuery(words)
        desk.expect(client)
        return Int(
            desk.searches.begin(words, limit: options.limit, onlyProvided: options.isOnlyProvided, for: client))
    }

    @MediaActor
    package func endSearch(_ number: Int) async throws {
        desk.searches.end(UInt32(clamping: number), of: client)
    }

    @MediaActor
    package func beginUpdates() async throws {
        desk.expect(client)
        try manager.beginUpdates(for: client)
    }

    @MediaActor
    package func endUpdates() async throws { manager.endUpdates(for: client) }

    @MediaActor
    package func reload(_ place: String) async throws {
        let container = try await container(at: place)
        manager.reload(container == .root ? nil : container)
    }

    /// - Throws: `notContainer`.
    private func container(at place: String) async throws -> ContentIdentifier {
        let item = try await manager.item(at: try ContentPlace(place)).item
        guard item.isContainer else { throw ContentError(.notContainer, "\"\(item.title)\" has no children") }
        return item.identifier
    }

    private static func identifier(_ text: String) throws(ServiceError) -> ContentIdentifier {
        guard let identifier = ContentIdentifier(text) else {
            throw ServiceError(
                .invalidValue, "\"\(text.prefix(200))\" is not an identifier; expected one returned by Subscribe")
        }
        return identifier
    }
}
