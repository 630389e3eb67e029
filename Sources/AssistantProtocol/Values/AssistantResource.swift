// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that a client can read, and watch for changes.
package struct AssistantResource: Sendable, Equatable {
    /// The address, such as `oncue://now`.
    package let uri: String
    /// The name for programs.
    package let name: String
    /// The name for people.
    package let title: String
    /// A description of the contents.
    package let description: String
    /// The media type of its contents, or `nil` if that varies.
    package let mimeType: String?

    /// Creates a resource.
    package init(uri: String, name: String, title: String, description: String, mimeType: String?) {
        self.uri = uri
        self.name = name
        self.title = title
        self.description = description
        self.mimeType = mimeType
    }
}
