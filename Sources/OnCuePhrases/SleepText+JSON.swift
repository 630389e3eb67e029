// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueCore

extension SleepText {
    package static func json(_ sleep: SleepWish) -> JSONValue {
        ["mode": .string(sleep.mode.rawValue), "remaining": JSONQuantity.seconds(sleep.time)]
    }

    /// No timer.
    package static let none: JSONValue = ["mode": .null, "remaining": .null]
}
