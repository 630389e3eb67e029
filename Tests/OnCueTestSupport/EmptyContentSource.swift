// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// A branch with nothing in it.
package struct EmptyContentSource: ContentSource {
    private static let root = ContentNode(identifier: .root, title: "Empty", isContainer: true, childCount: 0)

    package init() {}

    package func revision() async throws(ContentError) -> ContentTree.Revision { ContentTree.Revision(1) }

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        guard identifier == .root else { throw Self.missing("\(identifier)") }
        return Self.root
    }

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        ContentPage(
            revision: try await self.revision(), container: try await item(for: identifier), offset: offset, total: 0,
            items: [])
    }

    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        guard indexPath.isEmpty else { throw Self.missing(IndexPathText.text(of: indexPath)) }
        return .root
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        guard let first = titles.first else { return .root }
        throw Self.missing(first)
    }

    package func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? { nil }

    package func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] { [] }

    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        try await children(of: .root, offset: offset, limit: limit, at: nil)
    }

    private static func missing(_ what: String) -> ContentError { ContentError(.notFound, "there is no \(what)") }
}
