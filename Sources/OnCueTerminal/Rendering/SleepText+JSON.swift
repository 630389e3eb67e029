// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore
internal import OnCuePhrases

extension SleepText {
    static func json(_ sleep: SleepWish) -> JSONValue {
        ["mode": .string(sleep.mode.rawValue), "remaining": sleep.time.map { .seconds($0) } ?? .null]
    }

    /// No timer.
    static let none: JSONValue = ["mode": .null, "remaining": .null]
}
