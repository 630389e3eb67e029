// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A lock on a folder, shared or exclusive, as long as this lives. The kernel releases it however the program ends, and
/// it leaves nothing in the folder.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Acquires the lock; blocks until others have released theirs.
    ///
    /// - Parameters:
    ///   - isAlone: Whether the lock is exclusive.
    ///   - patience: The longest time to wait for others.
    /// - Returns: `nil` if it took longer, or the folder cannot be opened.
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
