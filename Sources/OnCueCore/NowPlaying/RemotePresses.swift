// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Merges button presses that reach the service by more than one way, such as those of a headset that both BlueZ and
/// the desktop deliver, the latter as a media key.
///
/// Presses by the same way are all counted, however fast: they may be intended. A press by another way within
/// ``window`` of a counted press is the same press, once for each press and way.
package struct RemotePresses: Sendable {
    /// Longer than a key press takes through a busy desktop, and shorter than it takes to reach for another device.
    package static let window: Duration = .milliseconds(300)

    /// The button pressed. Play and pause are one button, as the ways differ in their interpretation.
    package enum Button: Sendable, Equatable {
        case playPause
        case stop
        case next
        case previous
    }

    /// How a press came.
    package enum Way: Sendable, Hashable {
        /// BlueZ, on the system bus.
        case bluetooth
        /// Any program on the session bus: media keys of a desktop, mpris-proxy, a phone.
        case sessionBus
    }

    private struct Press {
        var button: Button
        var time: ContinuousClock.Instant
        var ways: Set<Way>
    }

    /// Those that counted, within the window; the oldest first.
    private var presses: [Press] = []

    package init() {}

    /// Returns whether a press counts; false if it arrived by another way already.
    ///
    /// - Parameter now: Never before that of the call before.
    /// - Complexity: O(*n*) for *n* presses within the window.
    package mutating func counts(_ button: Button, by way: Way, at now: ContinuousClock.Instant) -> Bool {
        presses.removeAll { now - $0.time > Self.window }
        if let index = presses.firstIndex(where: { $0.button == button && !$0.ways.contains(way) }) {
            presses[index].ways.insert(way)
            return false
        }
        presses.append(Press(button: button, time: now, ways: [way]))
        return true
    }
}
