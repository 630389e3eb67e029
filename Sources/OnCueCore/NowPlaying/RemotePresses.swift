// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Merges button presses that reach the service by more than one way, such as those of a headset that both BlueZ and
/// the desktop deliver, the latter as a media key.
///
/// Presses by the same way are all counted, however fast: they may be intended. A press by another way within
/// ``window`` of a counted press is the same press, once for each press and way.
package struct RemotePresses: Sendable {
    /// The time within which presses are merged: longer than a key press takes through a busy desktop, and shorter than
    /// reaching for another device.
    package static let window: Duration = .milliseconds(300)

    /// The button that was pressed. Play and pause are one button, as the ways interpret them differently.
    package enum Button: Sendable, Equatable {
        case playPause
        case stop
        case next
        case previous
    }

    /// The way by which a press arrived.
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

    /// The counted presses within the window, oldest first.
    private var presses: [Press] = []

    package init() {}

    /// Returns whether a press counts; `false` if it has already arrived by another way.
    ///
    /// - Parameter now: Never earlier than in the previous call.
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
