// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A radio station in an open directory, which can be played and added.
package struct FoundStation: Sendable, Equatable {
    /// The maximum length of the name of a station, in bytes.
    package static let longestName = 200

    package var title: String
    /// The address of the stream.
    package var address: String
    package var country = ""
    package var language = ""
    /// A few words that describe its programme, such as `jazz`.
    package var tags: [String] = []
    /// The codec, such as `MP3`; empty if it is not known.
    package var codec = ""
    /// The bit rate, in bits per second.
    package var bitRate: Int?
    /// The number of people who have voted for it.
    package var votes: Int?
    /// The address of the picture.
    package var picture: String?
    /// The address of the web page.
    package var page: String?

    package init(title: String, address: String) {
        (self.title, self.address) = (title, address)
    }

    /// Returns the name under which a station with a title is stored.
    package static func name(_ title: String) -> String { title.shortened(toBytes: longestName) }
}
