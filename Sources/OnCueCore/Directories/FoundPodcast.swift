// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A podcast in an open directory, to which the user can subscribe.
package struct FoundPodcast: Sendable, Equatable {
    package var title: String
    package var author = ""
    /// The address of the feed.
    package var address: String
    /// The number of episodes, as far as the directory knows.
    package var episodes: Int?
    package var genre = ""
    /// The day of the newest episode, such as `2026-11-20`; empty if it is not known.
    package var newest = ""
    package var summary = ""
    /// The address of the picture.
    package var picture: String?
    /// The address of the web page.
    package var page: String?

    package init(title: String, address: String) {
        (self.title, self.address) = (title, address)
    }
}
