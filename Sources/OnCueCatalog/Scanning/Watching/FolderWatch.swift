// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
internal import Glibc
internal import OnCueCore
internal import OnCueRuntime
internal import Synchronization

/// Watches the folders of the library and reports changes in them.
///
/// One thread waits for the kernel (inotify for the folders, the mount table for removable disks) and wakes up only
/// then. A reader adds each folder just before reading it, so that no change in between is missed.
final class FolderWatch: Sendable {
    private struct State {
        var paths: [Int32: [UInt8]] = [:]
        var roots: [[UInt8]] = []
        var unwatchable: Set<UInt64> = []
        /// Whether some folders could not be watched since the last complete scan.
        var isPartial = false
        var isLimited = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let inotify: Int32
    private let mountTable: Int32
    /// The ends of a pipe: the thread polls one, and closing the other wakes it up.
    private let alarm: (heard: Int32, rung: Int32)
    private let limit: Int
    private let log: @Sendable (String) -> Void

    /// - Parameters:
    ///   - limit: The maximum number of watched folders, in addition to the limit of the system.
    ///   - log: Receives a line when not every folder can be watched.
    init(limit: Int = .max, log: @escaping @Sendable (String) -> Void) {
        self.limit = limit
        self.log = log
        inotify = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        mountTable = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        let ends = PipeEnds()
        alarm = (ends?.output ?? -1, ends?.input ?? -1)
    }

    /// The extent to which changes are noticed.
    var coverage: LibraryWatching {
        state.withLock { $0.isLimited ? .limited : $0.isPartial ? .periodic : .live }
    }

    /// Starts to wait for changes on its own thread.
    func start(_ changed: @escaping @Sendable (FolderChanges) -> Void) {
        let executor = BlockingExecutor(label: "oncue.library.watch", qos: .utility)
        Task { await executor.run { self.wait(changed) } }
    }

    /// Sets the folders to be walked, before a complete scan.
    func beginLook(at roots: [[UInt8]]) {
        let table = MountTable(reading: mountTable)
        state.withLock { state in
            state.roots = roots
            state.unwatchable = table.unwatchableDevices
            state.isPartial = false
        }
    }

    /// Notes that a folder cannot be read, so that it must be scanned again later.
    func noteUnread() { state.withLock { $0.isPartial = true } }

    /// Watches a folder, but not those below it.
    func add(_ path: [UInt8]) {
        guard let device = FileSystem.device(path) else { return }
        let isWatchable = state.withLock { state in
            if state.unwatchable.contains(device) { state.isPartial = true }
            return !state.isClosed && !state.unwatchable.contains(device)
        }
        guard isWatchable else { return }
        // Without an instance of inotify, of which a user has only a few, nothing is watched.
        let hasRoom = inotify >= 0 && state.withLock { $0.paths.count < limit }
        let watch = hasRoom ? FileSystem.watch(inotify, path, WatchEvent.mask) : -1
        let error = hasRoom ? errno : ENOSPC
        if watch >= 0 {
            state.withLock { $0.paths[watch] = path }
        } else if error == ENOSPC {
            reachedLimit()
        } else {
            state.withLock { $0.isPartial = true }
        }
    }

    func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        if !wasClosed { Glibc.close(alarm.rung) }
    }

    private func reachedLimit() {
        let isNews = state.withLock { state in
            defer { state.isLimited = true }
            return !state.isLimited
        }
        guard isNews else { return }
        log(
            "not every folder of the library can be watched: the system limit is reached; changes are checked for "
                + "every 15 minutes; to fix this, raise fs.inotify.max_user_watches or max_user_instances with sysctl")
    }

    // MARK: The thread

    private func wait(_ changed: @Sendable (FolderChanges) -> Void) {
        var debounce = ChangeDebounce()
        var mounts = MountTable(reading: mountTable)
        var waited = [
            pollfd(fd: alarm.heard, events: 0, revents: 0), pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mountTable, events: Int16(POLLPRI), revents: 0),
        ]
        while true {
            let rest = debounce.due.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1) }
            _ = poll(&waited, nfds_t(waited.count), rest.map { Int32($0) + 1 } ?? -1)
            if waited[0].revents != 0 { break }
            if waited[1].revents != 0 { debounce.note(readEvents(), now: .now) }
            if waited[2].revents != 0 { debounce.note(mountChanges(&mounts), now: .now) }
            if let changes = debounce.take(now: .now) { changed(changes) }
        }
        for descriptor in [alarm.heard, inotify, mountTable] where descriptor >= 0 { Glibc.close(descriptor) }
    }

    private func mountChanges(_ mounts: inout MountTable) -> FolderChanges {
        let new = MountTable(reading: mountTable)
        defer { mounts = new }
        let roots = state.withLock { $0.roots }
        return new.about(roots) == mounts.about(roots) ? FolderChanges() : .everythingAgain
    }

    private func readEvents() -> FolderChanges {
        var changes = FolderChanges()
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
            while true {
                let count = read(inotify, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                changes.merge(about(WatchEvent.events(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))))
            }
        }
        return changes
    }

    /// Returns the folders to scan after these events; everything if the kernel had to drop some.
    func about(_ events: [WatchEvent]) -> FolderChanges {
        var changes = FolderChanges()
        for event in events { take(event, &changes) }
        return changes
    }

    private func take(_ event: WatchEvent, _ changes: inout FolderChanges) {
        guard !event.has(Int(IN_Q_OVERFLOW)) else { return changes.noteEverything() }
        guard let folder = state.withLock({ $0.paths[event.watch] }) else { return }
        if event.has(Int(IN_IGNORED)) {
            state.withLock { _ = $0.paths.removeValue(forKey: event.watch) }
        } else if event.name.isEmpty {
            // This concerns the folder itself: below a root, the folder above reports the same.
            if event.has(Int(IN_DELETE_SELF), Int(IN_MOVE_SELF), Int(IN_UNMOUNT)) { changes.note(tree: folder) }
        } else if event.isAboutFolder {
            takeFolder(event, PathBytes.joined(folder, event.name), &changes)
        } else {
            takeFile(event, folder, &changes)
        }
    }

    private func takeFolder(_ event: WatchEvent, _ path: [UInt8], _ changes: inout FolderChanges) {
        guard event.name.first != UInt8(ascii: ".") else { return }
        // A folder that has moved keeps its watches, which would report the old path.
        if event.has(Int(IN_MOVED_FROM)) { forget(path) }
        changes.note(tree: path)
    }

    private func takeFile(_ event: WatchEvent, _ folder: [UInt8], _ changes: inout FolderChanges) {
        if event.name.elementsEqual(".nomedia".utf8) { return changes.note(tree: folder) }
        guard event.name.first != UInt8(ascii: ".") else { return }
        let isMedia = event.name.withUnsafeBytes { MediaSuffixes.isMedia($0) || MediaSuffixes.isSheet($0) }
        if event.has(Int(IN_CREATE)) {
            // A file is reported when its writer closes it; links are complete at once.
            switch FileSystem.linkKind(PathBytes.joined(folder, event.name)) {
            case .symbolic: changes.noteEverything()
            case .hard where isMedia: changes.note(folder: folder)
            default: break
            }
        } else if isMedia || event.has(Int(IN_DELETE), Int(IN_MOVED_FROM)) {
            // A link to a folder may have gone as well.
            changes.note(folder: folder)
        }
    }

    private func forget(_ tree: [UInt8]) {
        let watches = state.withLock { state in
            let inside = state.paths.filter { PathBytes.isInside($0.value, tree) }.map(\.key)
            for watch in inside { state.paths[watch] = nil }
            return inside
        }
        for watch in watches { inotify_rm_watch(inotify, watch) }
    }
}

extension FolderReader {
    /// Watches each folder before it is read.
    func watched(by watch: FolderWatch) -> FolderReader {
        FolderReader { path in
            watch.add(path)
            return read(path)
        }
    }
}
