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
        /// When it was changed last, in seconds since 1970; `nil` when that is not known.
        package var modified: Int64?

        package init(identifier: ContentIdentifier, title: String, modified: Int64? = nil) {
            self.identifier = identifier
            self.title = title
            self.modified = modified
        }
    }

    /// What the playlists can be put in order by.
    package enum Order: String, Sendable, CaseIterable {
        case alphabetical
        /// Those first that were not changed for the longest time; those of which that is not known at the end.
        case modified
    }

    /// Hears of the lists as they were and are.
    package var onChange: (@MediaActor ([Row], [Row]) -> Void)?
    package private(set) var rows: [Row] = []

    private let source: any PlayableContentDataSource
    private let dates: (any PlaylistDating)?
    private let container: ContentIdentifier
    private var follower: Task<Void, Never>?

    /// - Parameter dates: What knows when they were changed; without it they have no such order.
    package convenience init(manager: PlayableContentManager, dates: (any PlaylistDating)? = nil) {
        self.init(
            source: manager.source, container: ContentIdentifier(kind: .section, key: "playlists"), dates: dates)
    }

    /// - Parameter container: What the playlists are in.
    package init(
        source: any PlayableContentDataSource, container: ContentIdentifier, dates: (any PlaylistDating)? = nil
    ) {
        self.source = source
        self.dates = dates
        self.container = container
        let changes = source.changes()
        follower = Task { @MediaActor [weak self] in
            await self?.read()
            for await change in changes where change.concerns(container) { await self?.read() }
        }
    }

    isolated deinit { follower?.cancel() }

    /// The orders that there are.
    package var orders: [Order] { dates == nil ? [.alphabetical] : Order.allCases }

    /// The playlists in an order; those that are alike in it stand by title.
    ///
    /// - Complexity: O(*n* log *n*) for *n* playlists that are not wanted by title.
    package func rows(by order: Order, reversed: Bool) -> [Row] {
        let ordered =
            switch order {
            case .alphabetical: rows
            case .modified:
                rows.enumerated().sorted { left, right in
                    (left.element.modified ?? .max, left.offset) < (right.element.modified ?? .max, right.offset)
                }.map(\.element)
            }
        return reversed ? ordered.reversed() : ordered
    }

    private func read() async {
        // A tree without playlists, or one that is just being read, has none.
        let page = try? await source.children(of: container, offset: 0, limit: Self.limit, at: nil)
        let times = await dates?.modificationTimes() ?? [:]
        let now = (page?.items ?? []).filter { $0.identifier.kind == .playlist }
            .map { Row(identifier: $0.identifier, title: $0.title, modified: times[$0.identifier]) }
        guard now != rows else { return }
        let before = rows
        rows = now
        onChange?(before, now)
    }
}
