// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// The answer of a tool.
package struct AssistantAnswer: Sendable, Equatable {
    /// A part of an answer, for the model or the user.
    package enum Block: Sendable, Equatable {
        /// Plain text.
        case text(String)
        /// A picture with its media type.
        case image([UInt8], mimeType: String)
        /// A resource that the client may read. It need not be in the list of resources.
        case link(AssistantResource)
    }

    /// The parts in the order in which they are read.
    package let blocks: [Block]
    /// The answer as data in the form of the tool's output schema, or `nil`.
    ///
    /// A client also gets it as JSON text after the other blocks, because many show models nothing but text.
    package let structure: JSONValue?
    /// Whether the tool failed. The text then states the failure and the next step.
    package let isError: Bool

    /// Creates an answer from its parts.
    package init(_ blocks: [Block], structure: JSONValue? = nil, isError: Bool = false) {
        self.blocks = blocks
        self.structure = structure
        self.isError = isError
    }

    /// Returns an answer of one text.
    package static func text(_ text: String, structure: JSONValue? = nil) -> Self {
        Self([.text(text)], structure: structure)
    }

    /// Returns the answer of a tool that failed. The text states the failure, its subject and reason, and the next
    /// step.
    package static func failure(_ text: String) -> Self { Self([.text(text)], isError: true) }
}
