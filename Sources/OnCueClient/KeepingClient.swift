// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Doing something to the files in which the service keeps what it knows.
package protocol KeepingClient: Sendable {
    /// Has the daemon's program do something to the files, in a process of its own: no daemon need run, and none is started.
    /// Where one must not run it has ended before.
    ///
    /// - Returns: JSON, which says what was done.
    /// - Throws: ``ClientError`` with `failed` and what the program said, or `unavailable` where there is none.
    func keep(_ deed: KeepingDeed) async throws(ClientError) -> String
}

/// What is done to the files.
package enum KeepingDeed: Sendable, Hashable {
    /// Removes what was learnt about the person; when dry, only says what that would be.
    case erase(isDry: Bool)
    /// Writes everything that cannot be made again to an absolute path.
    case backUp(file: String, replaces: Bool)
    /// Puts a backup at an absolute path in the place of what there is; when dry, only looks at it.
    case restore(file: String, isDry: Bool)
}

extension KeepingDeed {
    /// What is waited for.
    var subject: String {
        switch self {
        case .erase: "the end of the erasure"
        case .backUp: "the end of the backup"
        case .restore: "the end of the restore"
        }
    }

    /// The words by which the program knows it.
    var words: [String] {
        switch self {
        case .erase(let isDry): ["erase"] + (isDry ? ["--dry-run"] : [])
        case .backUp(let file, let replaces): ["backup", file] + (replaces ? ["--replace"] : [])
        case .restore(let file, let isDry): ["restore", file] + (isDry ? ["--dry-run"] : [])
        }
    }
}
