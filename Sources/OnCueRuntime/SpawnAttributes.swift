// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import Glibc

/// Attributes for processes that are started: no signal is blocked or ignored in them.
///
/// Threads of a concurrency runtime block nearly every signal, and a started process inherits that; it could not even
/// be asked to terminate.
package enum SpawnAttributes {
    /// Calls `body` with the attributes.
    ///
    /// - Parameter isDetached: The process gets a session of its own and outlives the terminal.
    package static func with<Result>(
        isDetached: Bool, _ body: (UnsafePointer<posix_spawnattr_t>) -> Result
    ) -> Result {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSIGDEF, POSIX_SPAWN_SETSIGMASK and POSIX_SPAWN_SETSID (glibc 2.26); the last is hidden from
        // Swift by a feature macro.
        let flags: Int16 = 0x04 | 0x08 | (isDetached ? 0x80 : 0)
        unsafe posix_spawnattr_setflags(&attributes, flags)
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        return unsafe body(&attributes)
    }
}
