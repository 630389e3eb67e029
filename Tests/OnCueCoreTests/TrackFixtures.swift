// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore

extension Track {
    /// A track of three minutes named by a number.
    static func numbered(_ number: Int, duration: Duration? = .seconds(180)) -> Track {
        Track(
            identifier: ContentIdentifier(kind: .track, key: "t\(number)"),
            location: MediaLocation(filePath: Array("/music/\(number).flac".utf8)), title: "Track \(number)",
            duration: duration)
    }

    static func numbered(_ numbers: ClosedRange<Int>) -> [Track] { numbers.map { numbered($0) } }
}
