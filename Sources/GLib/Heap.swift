// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueShims

/// The memory of this process.
package enum Heap {
    /// Makes this process keep little of the memory that it frees, at the cost of some system calls.
    ///
    /// Each open medium has threads of its own for a short time. Without this each of them may get a heap of its own,
    /// which never becomes empty again. Must be called once, before there are threads.
    package static func staySmall() {
        oncue_heap_stay_small()
    }

    /// Makes this process keep some megabytes of the memory that it frees, from now on.
    ///
    /// For a process that works on large pieces for as long as it runs: otherwise the system clears the memory for each
    /// piece again, which takes longer than the work. Safe from any thread.
    package static func keepPieces() {
        oncue_heap_keep_pieces()
    }

    /// Returns freed memory to the system; worth its millisecond after work that needed much memory.
    ///
    /// Safe from any thread.
    package static func giveBack() {
        oncue_heap_give_back()
    }
}
