// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A hold on a folder, of many programs or of one alone, as long as this lives. The kernel gives it back however the program
/// ends, and nothing of it stays in the folder.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the hold; blocks until others have given theirs back.
    ///
    /// - Parameters:
    ///   - isAlone: Nobody else has a hold meanwhile.
    ///   - patience: How long others are waited for.
    /// - Returns: `nil` when it took longer, or the folder cannot be opened.
    package init?(_ folder: String, isAlone: Bool, patience: Duration) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let deadline = ContinuousClock.now + patience
        while flock(descriptor, (isAlone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline else {
                close(descriptor)
                return nil
            }
            usleep(10_000)
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
