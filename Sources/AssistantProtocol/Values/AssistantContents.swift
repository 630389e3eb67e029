// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The contents of a resource, or of a part of it, at the time of reading.
package struct AssistantContents: Sendable, Equatable {
    /// The contents themselves.
    package enum Body: Sendable, Equatable {
        /// Text, JSON included.
        case text(String)
        /// Bytes of anything else, such as a picture.
        case data([UInt8])
    }

    /// The address of the resource or the part.
    package let uri: String
    /// The media type.
    package let mimeType: String
    /// The contents themselves.
    package let body: Body

    /// Creates contents of a resource.
    package init(uri: String, mimeType: String, body: Body) {
        self.uri = uri
        self.mimeType = mimeType
        self.body = body
    }
}
