// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Operations on the data files of the service.
package protocol KeepingClient: Sendable {
    /// Runs an operation on the files in the daemon's program, as a separate process. No daemon needs to run, and none
    /// is started. Where none may run during the operation, the caller has to end a running one first.
    ///
    /// - Returns: JSON with a description of the result.
    /// - Throws: ``ClientError`` with `failed` and the program's message, or `unavailable` if there is no program.
    func keep(_ deed: KeepingDeed) async throws(ClientError) -> String
}

/// An operation on the files.
package enum KeepingDeed: Sendable, Hashable {
    /// Removes everything learnt about the user; a dry run only lists it.
    case erase(isDry: Bool)
    /// Writes everything that cannot be recreated to an absolute path; the keys by which machines recognise each other
    /// are included only on request.
    case backUp(file: String, replaces: Bool, withKeys: Bool = false)
    /// Replaces the present data with a backup at an absolute path; a dry run only checks the backup.
    case restore(file: String, isDry: Bool, withKeys: Bool = false)
}

extension KeepingDeed {
    /// The description of the operation, for a message while waiting.
    var subject: String {
        switch self {
        case .erase: "the end of the erasure"
        case .backUp: "the end of the backup"
        case .restore: "the end of the restore"
        }
    }

    /// The arguments of the program for the operation.
    var words: [String] {
        switch self {
        case .erase(let isDry): ["erase"] + (isDry ? ["--dry-run"] : [])
        case .backUp(let file, let replaces, let withKeys):
            ["backup", file] + (replaces ? ["--replace"] : []) + (withKeys ? ["--keys"] : [])
        case .restore(let file, let isDry, let withKeys):
            ["restore", file] + (isDry ? ["--dry-run"] : withKeys ? ["--keys"] : [])
        }
    }
}
