// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A revision of the Model Context Protocol, which is named after its date.
package enum AssistantRevision: String, Sendable, CaseIterable, Comparable {
    /// The first revision.
    case november2024 = "2024-11-05"
    /// Adds hints about tools and batches of messages.
    case march2025 = "2025-03-26"
    /// Removes batches; adds titles, structured answers, links to resources and questions to the user.
    case june2025 = "2025-06-18"
    /// Reports wrong arguments as answers of the tool, so that a model can correct them.
    case november2025 = "2025-11-25"
    /// Removes the handshake: every request carries its revision and the client's abilities.
    case july2026 = "2026-07-28"

    /// The newest revision that begins with a handshake.
    package static let latestWithHandshake = november2025

    /// Whether requests describe themselves, without a handshake.
    package var isModern: Bool { self >= .july2026 }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
