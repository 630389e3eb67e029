// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// What is promised of changes, and of pages that are not waited for.
extension ContentSourceContract {
    /// Something that a test can do to a source.
    package struct Change: Sendable {
        let container: ContentIdentifier
        let make: @Sendable () async throws -> Void

        /// - Parameters:
        ///   - container: The container whose children are others after it.
        ///   - make: Returns when it was made; it may be told later.
        package init(of container: ContentIdentifier = .root, _ make: @escaping @Sendable () async throws -> Void) {
            self.container = container
            self.make = make
        }
    }

    private static let patience: Duration = .seconds(60)

    mutating func check(_ change: Change) async throws {
        let place = "\(change.container)"
        let before = try await source.children(of: change.container, offset: 0, limit: 1000, at: nil)
        let revision = try await source.revision()
        let notices = listen()
        defer { notices.task.cancel() }
        try await change.make()
        let notice = try? await notices.log.wait(within: Self.patience) { $0.concerns(change.container) }
        expect(notice != nil, "a change of \(place) is told")
        expect(notice.map { $0.revision > revision } ?? true, "what is told of \(place) has a higher revision")
        let after = try await pageAtHand(of: change.container, place)
        expect(after.items != before.items, "after the change \(place) has other children")
        expect(after.revision > before.revision, "the revision of \(place) grows with its change")
        expect(try await source.revision() > revision, "the revision of the tree grows with a change")
        let waited = try await source.children(of: change.container, offset: 0, limit: 1000, at: nil)
        expect(waited.items == after.items, "what is at hand of \(place) after the change is what is there")
    }

    /// A page that was not waited for; where it is loading, that which is there when a change was told.
    mutating func pageAtHand(
        of container: ContentIdentifier, _ place: String
    ) async throws(ContentError) -> ContentPage {
        let page = try await source.childrenAtHand(of: container, offset: 0, limit: 1000, at: nil)
        guard page.isLoading else { return page }
        expect(page.items.count <= page.total, "a page of \(place) that is loading shows no more than there is")
        let notices = listen()
        defer { notices.task.cancel() }
        await source.beginLoadingChildren(of: container)
        let notice = try? await notices.log.wait(within: Self.patience) { $0.concerns(container) }
        expect(notice != nil, "it is told when the children of \(place) are there")
        let loaded = try await source.childrenAtHand(of: container, offset: 0, limit: 1000, at: nil)
        expect(!loaded.isLoading, "the children of \(place) are at hand after that was told")
        return loaded
    }

    private func listen() -> (log: EventLog<ContentChange>, task: Task<Void, Never>) {
        let (log, changes) = (EventLog<ContentChange>(), source.changes())
        return (log, Task { for await change in changes { log.append(change) } })
    }
}
