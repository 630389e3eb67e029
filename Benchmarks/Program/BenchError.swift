// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Why something could not be measured.
struct BenchError: Error, CustomStringConvertible {
    /// What failed, on what, and what to do next.
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The error for a system call that failed just now.
    static func system(_ what: String, _ number: Int32) -> BenchError {
        BenchError("cannot \(what): system error \(number)")
    }

    var description: String { message }
}
