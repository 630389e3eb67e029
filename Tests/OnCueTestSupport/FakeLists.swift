// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Playlists and stations in memory, in a fake tree; remembers what was done.
package final class FakeLists: PlaylistManaging, StationManaging {
    private let asked = Mutex<[String]>([])
    private let source: FakeContentSource
    private let history = Mutex(History())

    /// What can be undone and done again, with the lists before and after each change.
    private struct History {
        var done: [Change] = []
        var undone: [Change] = []
    }

    private struct Change {
        var edit: NotedEdit
        var undone: ContinuousClock.Instant?
        var playlist: ContentIdentifier
        var before: [FakeContentSource.Album]
        var after: [FakeContentSource.Album]
    }

    package init(in source: FakeContentSource) { self.source = source }

    package var calls: [String] { asked.withLock { $0 } }

    private func note(_ call: String) { asked.withLock { $0.append(call) } }

    package func create(
        _ name: String, format: PlaylistFormat, tracks: [Track]
    ) async throws(ContentError) -> ContentIdentifier {
        let call = "create \(name) \(format.rawValue)" + (tracks.isEmpty ? "" : " \(tracks.count)")
        return try add(
            .init(name, by: "", tracks: tracks, kind: .playlist), call,
            ListEdit(.create, title: "", count: tracks.count, playlist: name))
    }

    private func add(
        _ list: FakeContentSource.Album, _ call: String, _ edit: ListEdit? = nil
    ) throws(ContentError) -> ContentIdentifier {
        let before = source.edit { $0 }
        let isAdded = source.edit { lists in
            guard !list.title.isEmpty, !lists.contains(where: { $0.identifier == list.identifier }) else {
                return false
            }
            lists.append(list)
            return true
        }
        guard isAdded else { throw ContentError(.refused, "\"\(list.title)\" is no name, or taken") }
        note(call)
        note(edit, list.identifier, before)
        return list.identifier
    }

    /// Notes an edit of a playlist in the history.
    private func note(_ edit: ListEdit?, _ playlist: ContentIdentifier, _ before: [FakeContentSource.Album]) {
        guard var edit else { return }
        let after = source.edit { $0 }
        let name = after.first { $0.identifier == playlist } ?? before.first { $0.identifier == playlist }
        edit.playlist = name?.title
        let change = Change(edit: NotedEdit(edit, at: .now), playlist: playlist, before: before, after: after)
        history.withLock { $0 = History(done: $0.done + [change]) }
    }

    package func undoableEdits() async -> [NotedEdit] { history.withLock { $0.done.reversed().map(\.edit) } }

    package func redoableEdits() async -> [NotedEdit] {
        history.withLock { $0.undone.reversed().map { NotedEdit($0.edit.edit, at: $0.undone ?? $0.edit.time) } }
    }

    package func undoEdit() async throws(ContentError) -> (edit: ListEdit, playlist: ContentIdentifier)? {
        let change = history.withLock { history in
            var change = history.done.popLast()
            change?.undone = .now
            if let change { history.undone.append(change) }
            return change
        }
        guard let change else { return nil }
        source.edit { $0 = change.before }
        return (change.edit.edit, change.playlist)
    }

    package func redoEdit() async throws(ContentError) -> (edit: ListEdit, playlist: ContentIdentifier)? {
        let change = history.withLock { history in
            let change = history.undone.popLast()
            if let change { history.done.append(change) }
            return change
        }
        guard let change else { return nil }
        source.edit { $0 = change.after }
        return (change.edit.edit, change.playlist)
    }

    package func delete(_ playlist: ContentIdentifier) async throws(ContentError) {
        try change(playlist, "delete \(playlist)", .delete) { lists, index in lists.remove(at: index) }
    }

    /// Of either.
    package func rename(_ playlist: ContentIdentifier, to name: String) async throws(ContentError) {
        let isTaken = source.edit { $0.contains { $0.title == name && $0.kind == playlist.kind } }
        guard !isTaken else { throw ContentError(.refused, "\"\(name)\" is taken") }
        try change(playlist, "rename \(playlist) \(name)", playlist.kind == .playlist ? .rename : nil) { lists, index in
            lists[index].title = name
        }
    }

    package func add(
        _ tracks: [Track], to playlist: ContentIdentifier, at index: Int?
    ) async throws(ContentError) {
        let place = index.map(String.init) ?? "end"
        try change(playlist, "add \(tracks.count) \(playlist) \(place)", .add) { lists, list in
            let count = lists[list].tracks.count
            lists[list].tracks.insert(contentsOf: tracks, at: min(index ?? count, count))
        }
    }

    package func arrange(
        _ playlist: ContentIdentifier, _ change: PlaylistArrangement
    ) async throws(ContentError) -> Int {
        let tracks = source.edit { lists in lists.first { $0.identifier == playlist }?.tracks } ?? []
        var seen: Set<ContentIdentifier> = []
        let repeated = tracks.map { !seen.insert($0.identifier).inserted }
        let order = change.order(of: tracks.map { TrackSorting.Facts($0) }, seed: 1) { repeated[$0] }
        guard let order else { throw ContentError(.notFound, "there is no such entry in \(playlist)") }
        try self.change(playlist, "arrange \(playlist) \(change)", order.count < tracks.count ? .remove : .sort) {
            lists, list in
            lists[list].tracks = order.map { tracks[$0] }
        }
        return order.count
    }

    package func importFile(
        _ file: MediaLocation, name: String?
    ) async throws(ContentError) -> (playlist: ContentIdentifier, count: Int) {
        guard file.displayName != "none.m3u8" else { throw ContentError(.notFound, "there is no such file") }
        let name = name ?? file.displayName
        let list = FakeContentSource.Album(name, by: "", tracks: [], kind: .playlist)
        let edit = ListEdit(.create, title: "", count: 0)
        return (try add(list, "import \(file.displayName) \(name)", edit), 0)
    }

    package func exported(
        _ playlist: ContentIdentifier, as format: PlaylistFormat, to file: MediaLocation?
    ) async throws(ContentError) -> String {
        note("export \(playlist) \(format.rawValue) \(file?.displayName ?? "anywhere")")
        return "#EXTM3U\n"
    }

    package func exported(
        _ tracks: [Track], title: String, as format: PlaylistFormat, to file: MediaLocation?
    ) async throws(ContentError) -> String {
        note("export \(tracks.count) of \(title) \(format.rawValue)")
        return "#EXTM3U\n"
    }

    package func add(
        _ name: String, at address: MediaLocation, picture: MediaLocation?
    ) async throws(ContentError) -> ContentIdentifier {
        try add(.init(name, by: "", tracks: [], kind: .station), "station \(name) \(address.uri)")
    }

    package func remove(_ station: ContentIdentifier) async throws(ContentError) {
        try change(station, "remove \(station)") { lists, index in lists.remove(at: index) }
    }

    private func change(
        _ list: ContentIdentifier, _ call: String, _ kind: ListEdit.Kind? = nil,
        _ body: (inout [FakeContentSource.Album], Int) -> Void
    ) throws(ContentError) {
        let before = source.edit { $0 }
        let isDone = source.edit { lists in
            guard let index = lists.firstIndex(where: { $0.identifier == list }) else { return false }
            body(&lists, index)
            return true
        }
        guard isDone else { throw ContentError(.notFound, "there is no \(list)") }
        note(call)
        let title = kind == .rename ? before.first { $0.identifier == list }?.title : nil
        note(kind.map { ListEdit($0, title: title ?? "", count: 1) }, list, before)
    }
}
