// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The content tree: the part of `org.oncue.PlayableContent1` that is the same for every client.
///
/// Places are texts as parsed by ``ContentPlace``.
package protocol ContentService: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    func item(at place: String) async throws(Failure) -> (revision: ContentTree.Revision, item: ContentRecord)

    /// Returns the items that a place names.
    ///
    /// - Parameter opens: Whether words name the best match that contains something.
    func resolve(_ place: String, opens: Bool) async throws(Failure) -> NamedItems

    /// Returns a part of the children, as many as ``PageLimit/granted(_:)`` allows.
    func children(
        of place: String, offset: Int, limit: Int, _ options: ChildrenOptions
    ) async throws(Failure) -> ContentListing

    /// Returns as many items as ``PageLimit/granted(_:)`` allows; if none is found, an empty listing.
    func search(_ words: String, offset: Int, limit: Int) async throws(Failure) -> ContentListing

    /// Prepares the playback of the item at the place.
    func prepare(_ place: String) async throws(Failure)

    /// Returns the changes of the container at a place, until the reader stops, beginning with
    /// ``ContentUpdate/subscribed`` or ``ContentUpdate/failed``.
    ///
    /// All of them wait for a slow reader, because positions in a change refer to the list after the previous change.
    func contentUpdates(of place: String) async -> AsyncStream<ContentUpdate>
}

extension ContentService {
    /// Returns a part of the children.
    ///
    /// - Parameter waits: If false, returns the children that are available while remote ones are fetched.
    package func children(
        of place: String, offset: Int, limit: Int, waits: Bool = true
    ) async throws(Failure) -> ContentListing {
        try await children(of: place, offset: offset, limit: limit, ChildrenOptions(waits: waits))
    }
}

/// One client's part of the content tree: its views, subscriptions, searches and batches of changes. They end when it
/// leaves.
package protocol ContentSession: Sendable {
    /// See ``ContentService``.
    associatedtype Failure: Error

    /// Opens a view of the tree with the limits of an endpoint.
    ///
    /// - Returns: Its number.
    /// - Throws: `refused` if the client has too many.
    func openView(_ limits: ContentLimits) async throws(Failure) -> Int

    /// - Throws: `notFound` if the client has no such view.
    func closeView(_ number: Int) async throws(Failure)

    /// Returns the context of a view, or for 0 the common one of all open views.
    func context(ofView number: Int) async throws(Failure) -> ContentContext

    /// Subscribes the client to the changes of a container.
    ///
    /// - Returns: The identifier of the container, and its revision.
    /// - Throws: `notContainer`, `refused` if the client has too many subscriptions.
    func subscribe(to place: String) async throws(Failure) -> (container: String, revision: ContentTree.Revision)

    /// Ends one subscription.
    ///
    /// - Parameter container: An identifier that ``subscribe(to:)`` returned.
    func unsubscribe(from container: String) async throws(Failure)

    /// Returns the changes of a container since a revision.
    func changes(
        of container: String, since revision: ContentTree.Revision
    ) async throws(Failure) -> ContainerChanges

    /// Searches every branch and every provider at the same time; the results of each are announced as it answers.
    ///
    /// - Returns: The number of the search.
    /// - Throws: `invalidQuery`.
    func beginSearch(_ words: String, _ options: SearchOptions) async throws(Failure) -> Int

    func endSearch(_ number: Int) async throws(Failure)

    /// Holds back notices of changes until ``endUpdates()``.
    ///
    /// - Throws: `refused` if too many batches are nested.
    func beginUpdates() async throws(Failure)

    /// Ends a batch; has no effect without an open one.
    func endUpdates() async throws(Failure)

    /// Makes all subscribers of a container fetch it again; for the root, those of every container.
    ///
    /// - Throws: `notContainer`.
    func reload(_ place: String) async throws(Failure)
}

/// News for clients of the content tree.
package enum ContentNews: Sendable {
    case properties(from: ContentProperties, to: ContentProperties)
    /// The tree changed as a whole.
    case contentChanged(ContentTree.Revision)
    case itemsChanged(ContainerDifference, clients: [String])
    case itemsReloaded(container: String, ContentTree.Revision, clients: [String])
    case found(SearchFinding, client: String)
}

// MARK: On the bus

package enum ContentMethods {
    package static let item = method("GetItem", Only<String>.self, Pair<ContentTree.Revision, ContentRecord>.self, true)
    package static let resolve = method("Resolve", Pair<String, ResolveOptions>.self, NamedItems.self, true)
    package static let children = method("GetChildren", ChildrenRequest.self, ChildrenPage.self, true)
    package static let search = method("Search", SearchRequest.self, FoundPage.self, true)
    package static let prepare = method("Prepare", Only<String>.self, Nothing.self, true)
    package static let openView = method("OpenView", Only<ContentLimits>.self, Only<Int>.self)
    package static let closeView = method("CloseView", Only<Int>.self, Nothing.self)
    package static let context = method("GetContext", Only<Int>.self, Only<ContentContext>.self, true)
    package static let subscribe = method("Subscribe", Only<String>.self, Pair<String, ContentTree.Revision>.self)
    package static let unsubscribe = method("Unsubscribe", Only<String>.self, Nothing.self)
    package static let changes = method(
        "GetChanges", Pair<String, ContentTree.Revision>.self, ContainerChanges.self, true)
    package static let beginSearch = method("BeginSearch", Pair<String, SearchOptions>.self, Only<Int>.self)
    package static let endSearch = method("EndSearch", Only<Int>.self, Nothing.self)
    package static let beginUpdates = method("BeginUpdates", Nothing.self, Nothing.self)
    package static let endUpdates = method("EndUpdates", Nothing.self, Nothing.self)
    package static let reload = method("Reload", Only<String>.self, Nothing.self)

    package static let changed = Event<Only<ContentTree.Revision>>(ServiceNames.playableContent, "ContentChanged")
    package static let itemsChanged = Event<ContainerDifference>(ServiceNames.playableContent, "ItemsChanged")
    package static let itemsReloaded = Event<Pair<String, ContentTree.Revision>>(
        ServiceNames.playableContent, "ItemsReloaded")
    package static let found = Event<SearchFinding>(ServiceNames.playableContent, "SearchFound")

    private static func method<Arguments: WireForm, Reply: WireForm>(
        _ name: String, _ arguments: Arguments.Type, _ reply: Reply.Type, _ isRepeatable: Bool = false
    ) -> Method<Arguments, Reply> {
        Method(ServiceNames.playableContent, name, isRepeatable: isRepeatable)
    }

    package static func bindings<Service: ContentService & ContentSession>() -> [Binding<Service>] {
        serviceBindings() + sessionBindings()
    }

    private static func serviceBindings<Service: ContentService>() -> [Binding<Service>] {
        [
            Binding(item) { content, place in
                let found = try await content.item(at: place.value)
                return Pair(found.revision, found.item)
            },
            Binding(resolve) { content, place in
                try await content.resolve(place.first, opens: place.second.opens)
            },
            Binding(children) { content, page in
                ChildrenPage(
                    try await content.children(
                        of: page.place, offset: page.offset, limit: page.limit, page.options))
            },
            Binding(search) { content, page in
                FoundPage(try await content.search(page.words, offset: page.offset, limit: page.limit))
            },
            Binding(prepare) { content, place in try await content.prepare(place.value) },
        ]
    }

    private static func sessionBindings<Session: ContentSession>() -> [Binding<Session>] {
        [
            Binding(openView) { session, limits in Only(try await session.openView(limits.value)) },
            Binding(closeView) { session, view in try await session.closeView(view.value) },
            Binding(context) { session, view in Only(try await session.context(ofView: view.value)) },
            Binding(subscribe) { session, place in
                let subscribed = try await session.subscribe(to: place.value)
                return Pair(subscribed.container, subscribed.revision)
            },
            Binding(unsubscribe) { session, container in try await session.unsubscribe(from: container.value) },
            Binding(changes) { session, list in try await session.changes(of: list.first, since: list.second) },
            Binding(beginSearch) { session, search in
                Only(try await session.beginSearch(search.first, search.second))
            },
            Binding(endSearch) { session, search in try await session.endSearch(search.value) },
            Binding(beginUpdates) { session, _ in try await session.beginUpdates() },
            Binding(endUpdates) { session, _ in try await session.endUpdates() },
            Binding(reload) { session, place in try await session.reload(place.value) },
        ]
    }
}
