// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A command without arguments. The raw value is the name of the method on the bus.
package enum TransportCommand: String, Sendable, CaseIterable {
    case pause = "Pause"
    case resume = "Resume"
    case toggle = "Toggle"
    case stop = "Stop"
    case next = "Next"
    case previous = "Previous"
}
