// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How something is put into the queue.
package struct EnqueueOptions: Sendable, Equatable {
    /// Right behind what plays instead of at the end.
    package var isNext: Bool
    /// The index that the first entry gets, from 0 to the number of entries; `nil` puts it elsewhere.
    package var index: Int?
    /// Shuffled among itself.
    package var isShuffled: Bool
    /// The first track that is taken, counted from 0.
    package var start: Int

    package init(isNext: Bool = false, index: Int? = nil, isShuffled: Bool = false, start: Int = 0) {
        self.isNext = isNext
        self.index = index
        self.isShuffled = isShuffled
        self.start = start
    }
}
