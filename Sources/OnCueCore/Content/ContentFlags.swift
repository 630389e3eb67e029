// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Properties of a content item as bits, used in the rows of `org.oncue.PlayableContent1`.
///
/// Clients rely on the numbers: a bit keeps its meaning, and new ones are added above.
package struct ContentFlags: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// It can have children.
    package static let container = ContentFlags(rawValue: 1)
    /// It can be played, or everything in it can.
    package static let playable = ContentFlags(rawValue: 2)
    /// Its publisher has marked it as explicit.
    package static let explicit = ContentFlags(rawValue: 4)
    /// It is streamed over a network.
    package static let streaming = ContentFlags(rawValue: 8)
    /// It cannot be opened or played at the moment.
    package static let unavailable = ContentFlags(rawValue: 16)
    /// The item is divided into chapters, available on request.
    package static let chapters = ContentFlags(rawValue: 32)
}
