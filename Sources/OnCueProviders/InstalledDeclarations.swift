// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import OnCueRuntime

/// The declarations in installed files. Notices files that are added, changed or removed.
@MediaActor
final class InstalledDeclarations<Declarations: Sendable & Equatable> {
    /// Called after the declarations have changed.
    var onChange: (@MediaActor () async -> Void)?

    private(set) var all: Declarations
    private let folders: [String]
    private let parse: @Sendable ([String]) -> Declarations
    private let files: BlockingExecutor
    private var monitors: [FileMonitor] = []
    private var reading: Task<Void, Never>?
    private var isOutdated = false

    /// - Parameters:
    ///   - folders: The folders, the first having precedence. They need not exist.
    ///   - none: The declarations before any file was read.
    ///   - label: The name of the thread that reads.
    ///   - parse: Reads the files in the folders; may block.
    init(
        folders: [String], none: Declarations, label: String,
        parse: @escaping @Sendable ([String]) -> Declarations
    ) {
        (self.folders, all, self.parse) = (folders, none, parse)
        files = BlockingExecutor(label: label)
    }

    isolated deinit { reading?.cancel() }

    /// Rereads all files, and returns when their current content is known.
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
        let (folders, parse) = (folders, parse)
        // Watch first, so that no change is missed. A folder that is created later is noticed as a file in its parent.
        let watched = await files.run {
            folders.filter { folder in
                let parent = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
                return access(String(parent), F_OK) == 0
            }
        }
        monitors = watched.compactMap { folder in
            FileMonitor(folder) { [weak self] in self?.filesChanged() }
        }
        let found = await files.run { parse(folders) }
        guard found != all else { return }
        all = found
        await onChange?()
    }
}
