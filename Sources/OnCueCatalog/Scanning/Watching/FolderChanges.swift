// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The folders in which something has changed, to be scanned.
struct FolderChanges: Equatable, Sendable {
    /// The number of places above which scanning them one by one is slower than scanning everything.
    static let limit = 2000

    /// Folders whose own files and subfolders may have changed.
    private(set) var folders: Set<[UInt8]> = []
    /// Folders to be scanned with everything below them; they may be new, or gone.
    private(set) var trees: Set<[UInt8]> = []
    /// Whether anything may have changed.
    private(set) var isEverything = false
    /// Whether unresponsive files are retried at once, on request or because a disk has come back.
    private(set) var triesAgain = false

    /// Whether unchanged files are read again.
    private(set) var rereads = false

    static let everything: FolderChanges = {
        var changes = FolderChanges()
        changes.noteEverything()
        return changes
    }()

    static let everythingAgain: FolderChanges = {
        var changes = FolderChanges.everything
        changes.triesAgain = true
        return changes
    }()

    /// Every file, as if none were known.
    static let everythingAnew: FolderChanges = {
        var changes = FolderChanges.everythingAgain
        changes.rereads = true
        return changes
    }()

    var isEmpty: Bool { !isEverything && folders.isEmpty && trees.isEmpty }

    mutating func note(folder: [UInt8]) {
        guard !isEverything else { return }
        folders.insert(folder)
        bound()
    }

    mutating func note(tree: [UInt8]) {
        guard !isEverything else { return }
        trees.insert(tree)
        bound()
    }

    mutating func noteEverything() {
        folders = []
        trees = []
        isEverything = true
    }

    mutating func merge(_ other: FolderChanges) {
        triesAgain = triesAgain || other.triesAgain
        rereads = rereads || other.rereads
        guard !isEverything else { return }
        guard !other.isEverything else { return noteEverything() }
        folders.formUnion(other.folders)
        trees.formUnion(other.trees)
        bound()
    }

    private mutating func bound() {
        if folders.count + trees.count > Self.limit { noteEverything() }
    }
}

extension PathBytes {
    /// Returns the folders that are not inside any other.
    static func highest(_ folders: Set<[UInt8]>) -> [[UInt8]] {
        folders.sorted { $0.lexicographicallyPrecedes($1) }.reduce(into: []) { highest, folder in
            if !highest.contains(where: { isInside(folder, $0) }) { highest.append(folder) }
        }
    }
}

/// Waits until changes have come to rest: copying an album causes many, which are reported as one.
struct ChangeDebounce: Sendable {
    /// The time without changes before they are reported.
    static let quiet = Duration.milliseconds(300)
    /// The longest time that changes are held back.
    static let patience = Duration.seconds(2)

    private(set) var changes = FolderChanges()
    private var first: ContinuousClock.Instant?
    private var last: ContinuousClock.Instant?

    mutating func note(_ new: FolderChanges, now: ContinuousClock.Instant) {
        guard !new.isEmpty else { return }
        changes.merge(new)
        first = first ?? now
        last = now
    }

    /// The time to report the changes, or `nil` if there are none.
    var due: ContinuousClock.Instant? {
        guard let first, let last else { return nil }
        return min(last + Self.quiet, first + Self.patience)
    }

    /// Returns and removes the changes when they are due.
    mutating func take(now: ContinuousClock.Instant) -> FolderChanges? {
        guard let due, due <= now else { return nil }
        // Not by `defer`: an optimised build then freed the returned value too early (Swift 6.3).
        var taken = FolderChanges()
        swap(&taken, &changes)
        (first, last) = (nil, nil)
        return taken
    }
}
