// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc

/// One medium fading into another, with the same power throughout.
struct Crossing {
    /// The longest block, so that the curve is smooth.
    static let step = 512

    var passed = 0
    let total: Int

    var isOver: Bool { passed >= total }

    /// Returns the levels of the incoming medium, at the ends of the next frames.
    func incoming(_ frames: Int) -> (start: Float, end: Float) {
        (Float(sin(angle(passed))), Float(sin(angle(passed + frames))))
    }

    /// Returns the levels of the outgoing medium.
    func outgoing(_ frames: Int) -> (start: Float, end: Float) {
        (Float(cos(angle(passed))), Float(cos(angle(passed + frames))))
    }

    private func angle(_ frame: Int) -> Double {
        Double.pi / 2 * min(1, Double(frame) / Double(max(1, total)))
    }
}
