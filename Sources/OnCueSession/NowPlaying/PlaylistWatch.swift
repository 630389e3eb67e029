// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// The playlists of the tree, by title, kept up to date.
@MediaActor
package final class PlaylistWatch {
    /// The maximum number of playlists that are shown: a page of them.
    package nonisolated static let limit = PageLimit.largest

    /// One playlist.
    package struct Row: Sendable, Equatable {
        package var identifier: ContentIdentifier
        package var title: String
        package var dates = PlaylistDates()
        /// The time when it was last played, in seconds since 1970; `nil` if that is unknown.
        package var played: Int64?

        package init(identifier: ContentIdentifier, title: String) {
            self.identifier = identifier
            self.title = title
        }
    }

    /// The possible orders of playlists.
    package enum Order: String, Sendable, CaseIterable {
        case alphabetical
        /// The least recent first; unknown times at the end.
        case created, modified, played
    }

    /// Receives the lists before and after a change.
    package var onChange: (@MediaActor ([Row], [Row]) -> Void)?
    package private(set) var rows: [Row] = []

    private let source: any ContentSource
    private let dates: (any PlaylistDating)?
    private let listening: (any ListeningStoring)?
    private let container: ContentIdentifier
    private var follower: Task<Void, Never>?
    private var listener: Task<Void, Never>?

    /// - Parameter dates: The source of creation and modification times; without it those orders are not available.
    package convenience init(manager: ContentManager, dates: (any PlaylistDating)? = nil) {
        self.init(
            source: manager.source, container: RootBranch.playlists.identifier, dates: dates,
            listening: manager.listening)
    }

    /// - Parameters:
    ///   - container: The container of the playlists.
    ///   - listening: The source of the times last played; without it that order is not available.
    package init(
        source: any ContentSource, container: ContentIdentifier, dates: (any PlaylistDating)? = nil,
        listening: (any ListeningStoring)? = nil
    ) {
        self.source = source
        self.listening = listening
        self.dates = dates
        self.container = container
        let changes = source.changes()
        follower = Task { @MediaActor [weak self] in
            await self?.read()
            for await change in changes where change.concerns(container) { await self?.read() }
        }
        guard let plays = listening?.changes() else { return }
        listener = Task { @MediaActor [weak self] in
            for await change in plays where change.containers?.contains(where: { $0.kind == .playlist }) != false {
                await self?.readPlays()
            }
        }
    }

    isolated deinit {
        follower?.cancel()
        listener?.cancel()
    }

    /// The available orders.
    package var orders: [Order] {
        [.alphabetical] + (dates == nil ? [] : [.created, .modified]) + (listening == nil ? [] : [.played])
    }

    /// Returns the playlists in an order; equal ones are ordered by title.
    ///
    /// - Complexity: O(*n* log *n*) for *n* playlists, unless ordered by title.
    package func rows(by order: Order, reversed: Bool) -> [Row] {
        let ordered =
            switch order {
            case .alphabetical: rows
            case .created: ordered { $0.dates.created }
            case .modified: ordered { $0.dates.modified }
            case .played: ordered { $0.played }
            }
        return reversed ? ordered.reversed() : ordered
    }

    private func ordered(by time: (Row) -> Int64?) -> [Row] {
        rows.enumerated().sorted { left, right in
            (time(left.element) ?? .max, left.offset) < (time(right.element) ?? .max, right.offset)
        }.map(\.element)
    }

    private func read() async {
        // A tree without playlists, or one that is just being read, has none.
        let items = await playlists(in: container)
        let dates = await dates?.dates() ?? [:]
        let plays = await plays()
        let now = items.map { item in
            var row = Row(identifier: item.identifier, title: item.title)
            row.dates = dates[item.identifier] ?? PlaylistDates()
            row.played = plays[item.identifier]
            return row
        }
        guard now != rows else { return }
        let before = rows
        rows = now
        onChange?(before, now)
    }

    /// Returns the playlists in a container and in the folders in it, by title.
    private func playlists(in container: ContentIdentifier) async -> [ContentNode] {
        var items: [ContentNode] = []
        var open = [container]
        while let next = open.popLast(), items.count < Self.limit {
            let page = try? await source.children(of: next, offset: 0, limit: PageLimit.largest, at: nil)
            items += page?.items.filter { $0.kind == .playlist } ?? []
            open += page?.items.filter { $0.kind == .folder }.map(\.identifier) ?? []
        }
        let keyed = items.prefix(Self.limit).enumerated().map { (key: SortKey.make($1.title), offset: $0, item: $1) }
        return keyed.sorted { ($0.key, $0.offset) < ($1.key, $1.offset) }.map(\.item)
    }

    private func readPlays() async {
        let plays = await plays()
        for index in rows.indices { rows[index].played = plays[rows[index].identifier] }
    }

    /// Returns the times when playlists were last played; empty if they cannot be read.
    private func plays() async -> [ContentIdentifier: Int64] {
        let records = try? await listening?.records(of: [.playlist], favouritesOnly: false)
        return records?.compactMapValues(\.lastPlayed) ?? [:]
    }
}
