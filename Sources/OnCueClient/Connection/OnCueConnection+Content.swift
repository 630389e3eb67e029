// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: MediaServiceClient {
    package func item(
        at place: String
    ) async throws(ClientError) -> (revision: ContentTree.Revision, item: ContentRecord) {
        let reply = try await call(ContentMethods.item, Only(place))
        return (reply.first, reply.second)
    }

    package func resolve(_ place: String, opens: Bool) async throws(ClientError) -> NamedItems {
        let items = try await call(ContentMethods.resolve, Pair(place, ResolveOptions(opens: opens)))
        guard !items.items.isEmpty else { throw .unexpectedAnswer(to: ContentMethods.resolve.name) }
        return items
    }

    package func children(
        of place: String, offset: Int, limit: Int, _ options: ChildrenOptions
    ) async throws(ClientError) -> ContentListing {
        let request = ChildrenRequest(place, offset: offset, limit: limit, options)
        return try await call(ContentMethods.children, request).listing(from: offset)
    }

    package func openView(_ limits: ContentLimits) async throws(ClientError) -> Int {
        try await call(ContentMethods.openView, Only(limits)).value
    }

    package func closeView(_ number: Int) async throws(ClientError) {
        try await call(ContentMethods.closeView, Only(number))
    }

    package func context(ofView number: Int) async throws(ClientError) -> ContentContext {
        try await call(ContentMethods.context, Only(number)).value
    }

    package func search(_ words: String, offset: Int, limit: Int) async throws(ClientError) -> ContentListing {
        let request = SearchRequest(words, offset: offset, limit: limit)
        return try await call(ContentMethods.search, request).listing(from: offset)
    }

    package func prepare(_ place: String) async throws(ClientError) {
        try await call(ContentMethods.prepare, Only(place))
    }

    package func contentUpdates(of place: String) -> AsyncStream<ContentUpdate> {
        let link = link
        // Positions in a change refer to the list after the previous change, so none may be lost.
        return AsyncStream(bufferingPolicy: .unbounded) { continuation in
            let task = Task { @MediaActor in
                let follower = ContentFollower(link: link, place: place, updates: continuation)
                await follower.run()
                // Its events arrive through weak references, so it must live until it has ended.
                withExtendedLifetime(follower) {}
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
