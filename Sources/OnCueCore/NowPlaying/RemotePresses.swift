// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Counts a press of a button once that reaches the service by more than one way, as that of a headset which BlueZ hands
/// to its players and the desktop takes for a media key.
///
/// What comes by one way counts every time, however fast: a person may press twice. What comes by another way within
/// ``window`` of a press that counted is the same press, once for each press and way.
package struct RemotePresses: Sendable {
    /// Longer than a key takes through a busy desktop, and shorter than a person takes from one device to another.
    package static let window: Duration = .milliseconds(300)

    /// What is pressed. That for playing and pausing is one, as ways differ in what they take it for.
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

    /// True when a press counts; false when it is one that came by another way already.
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
