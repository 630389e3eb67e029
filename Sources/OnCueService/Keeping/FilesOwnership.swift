// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The sign that one daemon has the files in the state folder and in the data folder, whatever bus it is on.
struct FilesOwnership: Sendable {
    private let locks: [InstanceLock]

    /// Takes the sign in both folders, which are there. Blocks while another daemon is ending.
    ///
    /// - Parameter log: Gets a line where a folder cannot have a lock, which keeps no music from playing.
    /// - Throws: ``ServiceError`` with `storage` where another daemon has it.
    static func take(_ directories: UserDirectories, log: Logger) throws(ServiceError) -> FilesOwnership {
        var locks: [InstanceLock] = []
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
        return FilesOwnership(locks: locks)
    }

    /// Lets the next daemon wait instead of giving way.
    func announceEnd() { for lock in locks { lock.announceEnd() } }

    private static func refusal(_ holder: InstanceLock.Holder?, _ folder: String) -> ServiceError {
        let who = holder.map { " (\($0.text))" } ?? ""
        return ServiceError(
            .storage,
            "another oncued\(who) uses the files in \(folder) from another message bus; use that bus, or stop that oncued "
                + "first")
    }
}
