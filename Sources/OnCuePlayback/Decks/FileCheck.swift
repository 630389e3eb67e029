// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore

/// Checks a file before it is played, for informative errors.
enum FileCheck {
    /// Returns the reason why the file cannot be played; `nil` if it may be playable, and for locations that are not
    /// files. Blocks.
    static func refusal(of location: MediaLocation) -> PlaybackError? {
        guard let bytes = location.filePath else { return nil }
        let name = location.description
        let path = bytes.map(CChar.init(bitPattern:)) + [0]
        var status = stat()
        guard stat(path, &status) == 0 else { return refusal(errno, name) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: return PlaybackError(.notPlayable, "cannot play \(name): it is a folder")
        // Opening a pipe would wait for a writer.
        default: return PlaybackError(.notPlayable, "cannot play \(name): it is not a regular file")
        }
        if status.st_size == 0 { return PlaybackError(.notPlayable, "cannot play \(name): the file is empty") }
        guard access(path, R_OK) == 0 else { return refusal(errno, name) }
        return nil
    }

    private static func refusal(_ error: Int32, _ name: String) -> PlaybackError {
        switch error {
        case ENOENT, ENOTDIR, ENAMETOOLONG:
            PlaybackError(.notFound, "cannot play \(name): there is no such file")
        case EACCES, EPERM:
            PlaybackError(
                .permissionDenied,
                "cannot play \(name): permission denied; check the permissions of the file and its folders")
        default: PlaybackError(.failed, "cannot play \(name): \(String(cString: strerror(error)))")
        }
    }
}
