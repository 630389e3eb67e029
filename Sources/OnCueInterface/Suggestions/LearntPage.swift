// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Lines of JSON with learnt data.
package struct LearntPage: Sendable, Equatable {

    /// The number of all lines.
    package var total: Int
    package var lines: [String]

    package init(total: Int, lines: [String]) {
        self.total = total
        self.lines = lines
    }
}

extension LearntPage: WireForm {
    package static var blank: LearntPage { LearntPage(total: 0, lines: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("lines", &lines)
    }
}
