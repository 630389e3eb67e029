// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The locks by which one daemon owns the files in the state folder and in the data folder, whichever bus it is on.
struct FilesOwnership: Sendable {
    private let locks: [InstanceLock]
    /// The end of the daemon that owned the files before, if that was unexpected.
    let formerEnd: FormerEnd?

    /// Acquires the locks in both folders, which must exist. Blocks while another daemon is ending.
    ///
    /// - Parameter log: Receives a line if a folder cannot be locked, which does not prevent playback.
    /// - Throws: ``DaemonError`` with `storage` if another daemon has them.
    static func take(_ directories: UserDirectories, log: Logger) throws(DaemonError) -> FilesOwnership {
        var locks: [InstanceLock] = []
        // Read before this daemon touches any of them.
        let databases = [directories.state + "/state.sqlite", directories.data + "/listening.sqlite"]
        let lastActive = FormerEnd(
            files: databases.flatMap { [$0, $0 + "-wal"] } + [directories.state + "/oncued.lock"])
        var seen: Set<String> = []
        for folder in [directories.state, directories.data]
        where seen.insert(WholeFile.resolved(folder) ?? folder).inserted {
            do throws(InstanceLock.Failure) {
                locks.append(try InstanceLock(path: folder + "/oncued.lock"))
            } catch {
                switch error {
                case .held(let holder): throw refusal(holder, folder)
                case .impossible(let number):
                    log.warning(
                        "cannot lock a folder, so another oncued on another bus would not be noticed",
                        ["folder": folder, "error": ProcessEnvironment.text(ofError: number)])
                }
            }
        }
        guard let former = locks.compactMap(\.former).first else {
            return FilesOwnership(locks: locks, formerEnd: nil)
        }
        log.warning(
            "the oncued before this one ended unexpectedly; the position in what played is at most 5 s old",
            ["process": "\(former.process)", "active.last": "\(lastActive?.time ?? 0)"])
        return FilesOwnership(locks: locks, formerEnd: lastActive)
    }

    /// Makes the next daemon wait instead of giving up.
    func announceEnd() { for lock in locks { lock.announceEnd() } }

    private static func refusal(_ holder: InstanceLock.Holder?, _ folder: String) -> DaemonError {
        let who = holder.map { " (\($0.text))" } ?? ""
        return DaemonError(
            .storage,
            "another oncued\(who) uses the files in \(folder) from another message bus; use that bus, or stop that oncued "
                + "first")
    }
}
