// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Recognises double clicks.
struct ClickCounter: Sendable {
    /// The time limit for the second press.
    private static let patience = Duration.milliseconds(400)

    private var last: (mouse: Mouse, time: ContinuousClock.Instant)?

    /// Returns the event, with a note whether it is the second press of a double click.
    mutating func counted(_ mouse: Mouse, at now: ContinuousClock.Instant) -> Mouse {
        guard mouse.kind == .press else {
            // A drag between two presses makes them two clicks.
            if mouse.kind == .drag { last = nil }
            return mouse
        }
        var counted = mouse
        if let last, last.mouse == mouse, last.time.duration(to: now) <= Self.patience {
            counted.isDouble = true
            self.last = nil
        } else {
            last = (mouse, now)
        }
        return counted
    }
}
