// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueShims

/// The memory of this process.
package enum Heap {
    /// Gives memory that has been freed back to the system; worth a millisecond after work that needed much.
    ///
    /// Safe from any thread.
    package static func giveBack() {
        oncue_heap_give_back()
    }
}
