// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib

/// The threads of a client program.
package enum ClientThreads {
    /// Lets a program that only waits for changes rest between them, and makes its threads share the little memory that
    /// it needs. Must be called once, before there are tasks.
    package static func share() {
        Heap.staySmall()
        SharedThread.use()
    }

    /// Keeps the memory of a large message for the next one, for a program that receives many of them.
    package static func expectLargeMessages() { Heap.keepPieces() }
}
