// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// Adds albums, playlists, podcasts and folders that the user plays to the desktop's recent files, if the user has
/// enabled that: to `recently-used.xbel`, and to the activity manager of KDE if it runs. Each counts once a day.
@MediaActor
package final class RecentKeeper: RecentKeeping, HealthProbing {
    /// The files that it writes.
    package struct Files: Sendable {
        let recent: RecentFiles
        let record: RecentRecord

        package nonisolated init(_ directories: UserDirectories) {
            let data = PathBytes.divided(Array(directories.data.utf8))?.folder ?? Array(directories.data.utf8)
            self.init(
                recent: RecentFiles(String(decoding: data, as: UTF8.self) + "/recently-used.xbel"),
                record: RecentRecord(path: directories.state + "/recent-files"))
        }

        nonisolated init(recent: RecentFiles, record: RecentRecord) {
            (self.recent, self.record) = (recent, record)
        }
    }

    package nonisolated let name = "recent-files"
    private nonisolated static let day: Int64 = 86_400
    private nonisolated static let always: Range<Int64> = .min ..< .max

    private let files: Files
    private let manager: ActivityManager
    private let playlistFile: @MediaActor (ContentIdentifier) async -> [UInt8]?
    private let now: () -> Int64
    private let executor = BlockingExecutor(label: "oncue.recent-files")
    private let log = Logger("recent-files")
    private var isOn = false
    /// The last of the tasks that run one after the other.
    private var work: Task<Void, Never>?

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - playlistFile: Returns the path of a playlist.
    ///   - now: Returns the seconds since 1970.
    package init(
        bus: MessageBus, files: Files, playlistFile: @escaping @MediaActor (ContentIdentifier) async -> [UInt8]?,
        now: @escaping () -> Int64
    ) {
        (self.files, self.playlistFile, self.now) = (files, playlistFile, now)
        manager = ActivityManager(bus: bus)
    }

    /// Starts adding selections, or stops that and removes the entries that were added.
    package func set(_ isOn: Bool) {
        self.isOn = isOn
        guard !isOn else { return }
        let files = files
        enqueue { keeper in
            // Without a record, nothing was ever added.
            guard await keeper.executor.run({ (try? files.record.lines())?.isEmpty != true }) else { return }
            await keeper.logged { () throws(ContentError) in try await keeper.remove(Self.always) }
        }
    }

    /// Adds the user's selection, if it is a container.
    package func note(_ selection: ContentSelection, _ cause: PlaybackCause) {
        guard isOn, cause == .user || cause == .remote else { return }
        enqueue { keeper in
            var playlist: [UInt8]?
            if let identifier = selection.context?.identifier, identifier.kind == .playlist {
                playlist = await keeper.playlistFile(identifier)
            }
            guard keeper.isOn, let container = RecentContainer(selection, playlist: playlist) else { return }
            await keeper.enter(container)
        }
    }

    private func enter(_ container: RecentContainer) async {
        let (files, now) = (files, now())
        await logged { () throws(ContentError) in
            // This comes first, so that every entry can be removed again.
            let gone = try await self.executor.runThrowing { () throws(ContentError) in
                try files.record.add(MediaLocation(filePath: container.path).uri, at: now)
            }
            for uri in gone { await self.manager.forget(uri) }
        }
        var isNew = true
        await logged { () throws(ContentError) in
            isNew = try await self.executor.runThrowing { () throws(ContentError) in
                try files.recent.enter(container, at: now, unlessSince: now - Self.day)
            }
        }
        if isNew { await manager.noteUse(of: container) }
    }

    package func takeBack(_ times: Range<Int64>) async throws(ContentError) {
        await settle()
        try await remove(times)
    }

    private func remove(_ times: Range<Int64>) async throws(ContentError) {
        try await Self.remove(times, files, manager, executor)
    }

    /// Removes all entries without a keeper, for a program that erases.
    ///
    /// - Parameter bus: The session bus, if it can be reached.
    /// - Throws: `storage`, with the file.
    package static func takeBack(_ files: Files, bus: MessageBus?) async throws(ContentError) {
        try await remove(
            always, files, bus.map(ActivityManager.init), BlockingExecutor(label: "oncue.recent-files"))
    }

    private static func remove(
        _ times: Range<Int64>, _ files: Files, _ manager: ActivityManager?, _ executor: BlockingExecutor
    ) async throws(ContentError) {
        let lines = try await executor.runThrowing { () throws(ContentError) in try files.record.lines() }
        // Without a record nothing was ever added, and the list has no entries of OnCue.
        guard !lines.isEmpty else { return }
        let going = Set(lines.filter { times.contains($0.time) }.map(\.uri))
        // The record is changed last, so that entries that could not be removed are removed the next time.
        try await executor.runThrowing { () throws(ContentError) in try files.recent.takeBack(times, going) }
        _ = try await executor.runThrowing { () throws(ContentError) in try files.record.remove(times) }
        for uri in going { await manager?.forget(uri) }
    }

    /// Returns when all tasks until now are done.
    package func settle() async { await work?.value }

    private func enqueue(_ body: @escaping @MediaActor (RecentKeeper) async -> Void) {
        let former = work
        work = Task { @MediaActor [weak self] in
            await former?.value
            guard let self else { return }
            await body(self)
        }
    }

    private func logged(_ body: @MediaActor () async throws(ContentError) -> Void) async {
        do throws(ContentError) { try await body() } catch {
            log.warning("recent files of the desktop", ["error": error.message])
        }
    }
}

// MARK: Health

extension RecentKeeper {
    package nonisolated func checks() async -> [HealthCheck] {
        guard await isOn else { return [] }
        let files = files
        let count: Int
        do throws(ContentError) {
            count = try await executor.runThrowing { () throws(ContentError) in try files.recent.count() }
        } catch {
            return [
                HealthCheck(
                    name, .warning, "what you play cannot be entered into recent files: \(error.message)",
                    advice: "correct or remove that file, or: oncue config unset desktop.recent")
            ]
        }
        let entries = count == 1 ? "1 entry" : "\(count) entries"
        return [HealthCheck(name, .ok, "recent files of the desktop have \(entries) of OnCue")]
    }
}
