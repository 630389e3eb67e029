// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The identity of the server, as clients display it.
package struct AssistantServer: Sendable, Equatable {
    /// The name for programs, such as `oncue`.
    package let name: String
    /// The name for people.
    package let title: String
    /// The version of the server.
    package let version: String
    /// Advice for the model about the server as a whole.
    package let instructions: String

    /// Creates an identity from its names, version and instructions.
    package init(name: String, title: String, version: String, instructions: String) {
        self.name = name
        self.title = title
        self.version = version
        self.instructions = instructions
    }
}
