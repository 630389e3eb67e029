// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A plug-in that a medium needs and that is not installed.
package struct MissingPlugin: Sendable, Equatable {
    /// For people, such as `Musepack decoder`.
    package var description: String
    /// The requirement: `decoder-` and caps, `element-` and a name, or `urisource-` and a scheme.
    package var detail: String

    package init(description: String, detail: String) {
        self.description = description
        self.detail = detail
    }
}
