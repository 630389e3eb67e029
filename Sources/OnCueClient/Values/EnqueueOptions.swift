// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How something is put into the queue.
package struct EnqueueOptions: Sendable, Equatable {
    /// Right behind what plays instead of at the end.
    package var isNext: Bool
    /// Shuffled among itself.
    package var isShuffled: Bool
    /// The first track that is taken, counted from 0.
    package var start: Int

    package init(isNext: Bool = false, isShuffled: Bool = false, start: Int = 0) {
        self.isNext = isNext
        self.isShuffled = isShuffled
        self.start = start
    }
}
