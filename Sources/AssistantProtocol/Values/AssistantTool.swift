// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// A tool that a model may call.
package struct AssistantTool: Sendable, Equatable {
    /// Hints that help a client decide whether to ask the user before a call.
    package struct Hints: Sendable, Equatable {
        /// Whether the tool changes nothing.
        package let isReadOnly: Bool
        /// Whether the tool can delete or overwrite something. Without meaning for a read-only tool.
        package let isDestructive: Bool
        /// Whether a second call with the same arguments changes nothing more.
        package let isIdempotent: Bool
        /// Whether the tool reaches things outside this machine, such as web sites.
        package let isOpenWorld: Bool

        /// Creates hints; without arguments, those of a tool that changes something and can be undone.
        package init(
            isReadOnly: Bool = false, isDestructive: Bool = false, isIdempotent: Bool = false,
            isOpenWorld: Bool = false
        ) {
            self.isReadOnly = isReadOnly
            self.isDestructive = isDestructive
            self.isIdempotent = isIdempotent
            self.isOpenWorld = isOpenWorld
        }
    }

    /// The name of the argument with which a model confirms, where the client cannot ask the user.
    package static let confirmation = "confirm"

    /// The name by which it is called: 1 to 128 of the characters `A`–`Z`, `a`–`z`, `0`–`9`, `_`, `-` and `.`.
    package let name: String
    /// The name for people.
    package let title: String
    /// The purpose of the tool and when to use it, for the model.
    package let description: String
    /// The form of the arguments: an object, in the keywords that `CheckedArguments` supports.
    ///
    /// A tool that may need confirmation should have a boolean property `confirm`.
    package let inputSchema: JSONValue
    /// The form of the structured answer, or `nil` if the tool promises none.
    ///
    /// The tool's handler guarantees that the structure of an answer without error has this form.
    package let outputSchema: JSONValue?
    /// The hints for clients.
    package let hints: Hints

    /// Creates a tool.
    package init(
        name: String, title: String, description: String, inputSchema: JSONValue, outputSchema: JSONValue? = nil,
        hints: Hints = Hints()
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.inputSchema = inputSchema
        self.outputSchema = outputSchema
        self.hints = hints
    }

    /// Whether a model can confirm with an argument.
    package var takesConfirmation: Bool {
        inputSchema["properties"]?[Self.confirmation]?["type"] == "boolean"
    }
}
