// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Knows the playlists of the tree, by title, and follows them while it lives.
@MediaActor
package final class PlaylistWatch {
    /// The most playlists that are shown.
    package nonisolated static let limit = 1000

    /// One playlist.
    package struct Row: Sendable, Equatable {
        package var identifier: ContentIdentifier
        package var title: String

        package init(identifier: ContentIdentifier, title: String) {
            self.identifier = identifier
            self.title = title
        }
    }

    /// Hears of the lists as they were and are.
    package var onChange: (@MediaActor ([Row], [Row]) -> Void)?
    package private(set) var rows: [Row] = []

    private let source: any PlayableContentDataSource
    private let container: ContentIdentifier
    private var follower: Task<Void, Never>?

    /// - Parameter container: What the playlists are in.
    package convenience init(
        manager: PlayableContentManager,
        container: ContentIdentifier = ContentIdentifier(kind: .section, key: "playlists")
    ) {
        self.init(source: manager.source, container: container)
    }

    package init(source: any PlayableContentDataSource, container: ContentIdentifier) {
        self.source = source
        self.container = container
        let changes = source.changes()
        follower = Task { @MediaActor [weak self] in
            await self?.read()
            for await change in changes where change.concerns(container) { await self?.read() }
        }
    }

    isolated deinit { follower?.cancel() }

    private func read() async {
        // A tree without playlists, or one that is just being read, has none.
        let page = try? await source.children(of: container, offset: 0, limit: Self.limit, at: nil)
        let now = (page?.items ?? []).filter { $0.identifier.kind == .playlist }
            .map { Row(identifier: $0.identifier, title: $0.title) }
        guard now != rows else { return }
        let before = rows
        rows = now
        onChange?(before, now)
    }
}
