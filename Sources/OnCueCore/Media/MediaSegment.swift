// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A part of a medium, such as one track of an album in a single file.
package struct MediaSegment: Sendable, Hashable {
    /// The start, from the beginning of the medium.
    package var start: Duration
    /// The end of the part, exclusive; `nil` for the end of the medium.
    package var end: Duration?

    package init(start: Duration, end: Duration? = nil) {
        self.start = start
        self.end = end
    }

    /// Creates a part between two times from another program; `nil` if it has no start, or ends before it starts.
    package init?(from start: Duration?, to end: Duration?) {
        guard let start, start >= .zero, end.map({ $0 > start }) ?? true else { return nil }
        self.init(start: start, end: end)
    }

    /// Returns the playing time of the part of a medium that lasts `whole`; `nil` if it is unknown.
    package func duration(of whole: Duration?) -> Duration? {
        (end ?? whole).map { max(.zero, $0 - start) }
    }

    /// Returns whether the other part begins in the same medium where this one ends.
    package func isFollowed(by next: MediaSegment?) -> Bool {
        next != nil && end == next?.start
    }
}
