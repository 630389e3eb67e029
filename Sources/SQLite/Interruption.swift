// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSQLite
internal import Synchronization

/// Ends the work of one connection, from any thread and permanently.
///
/// SQLite's own interrupt only affects a statement that runs at this moment; work made of many short statements would
/// continue between two of them. So the request is permanent, and every later step of the connection fails, too.
package final class Interruption: Sendable {
    /// The address of the connection, or 0 once it is closed. Invariant: SQLite takes an interrupt from any thread as
    /// long as the connection is open, which the lock guarantees.
    private let address: Mutex<UInt>
    private let requested = Atomic(false)

    @unsafe
    init(_ handle: OpaquePointer) {
        address = Mutex(UInt(bitPattern: handle))
    }

    /// Makes the statement that runs, and every later one, fail with ``ResultCode/interrupted``.
    package func request() {
        requested.store(true, ordering: .relaxed)
        address.withLock { address in
            if let handle = unsafe OpaquePointer(bitPattern: address) { unsafe sqlite3_interrupt(handle) }
        }
    }

    var isRequested: Bool { requested.load(ordering: .relaxed) }

    /// Called before the connection is closed.
    func forget() {
        address.withLock { $0 = 0 }
    }
}
