// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that can be measured; gives one or a few rows of the table.
protocol Measurement: Sendable {
    /// By which it is chosen on the command line.
    var name: String { get }
    /// What it measures, in a few words.
    var summary: String { get }

    /// Measures; what it starts it also ends.
    func measure(_ bench: Bench) async throws -> [Figure]
}
