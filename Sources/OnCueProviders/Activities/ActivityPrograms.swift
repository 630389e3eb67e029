// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import OnCueRuntime

/// The programs that declare themselves in installed files. A file that comes, changes or goes is noticed.
@MediaActor
final class ActivityPrograms {
    /// Called after something is different.
    var onChange: (@MediaActor () async -> Void)?

    private(set) var all: [String: ActivityProgram] = [:]
    private let folders: [String]
    private let files = BlockingExecutor(label: "oncue.activity-files")
    private var monitors: [FileMonitor] = []
    private var reading: Task<Void, Never>?
    private var isOutdated = false

    /// - Parameter folders: The first has precedence. They need not exist.
    init(folders: [String]) { self.folders = folders }

    isolated deinit { reading?.cancel() }

    /// Reads all files again, and returns when those of this moment are known.
    func read() async {
        isOutdated = true
        if reading == nil {
            reading = Task { @MediaActor [weak self] in
                while let self, isOutdated, !Task.isCancelled {
                    isOutdated = false
                    await look()
                }
                self?.reading = nil
            }
        }
        await reading?.value
    }

    private func filesChanged() {
        Task { @MediaActor [weak self] in await self?.read() }
    }

    private func look() async {
        let folders = folders
        // First, so that nothing is missed between the two. One that comes later is seen as a file in its parent.
        let watched = await files.run {
            folders.filter { folder in
                let parent = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
                return access(String(parent), F_OK) == 0
            }
        }
        monitors = watched.compactMap { folder in
            FileMonitor(folder) { [weak self] in self?.filesChanged() }
        }
        let found = await files.run { ActivityProgram.read(folders) }
        guard found != all else { return }
        all = found
        await onChange?()
    }

    /// The program with a name on the bus.
    subscript(_ busName: String) -> ActivityProgram? { all[busName] }

    /// The programs that declare a type, by their names.
    func declarers(of type: String) -> [ActivityProgram] {
        all.values.filter { $0.types.contains(type) }.sorted { $0.busName < $1.busName }
    }
}
