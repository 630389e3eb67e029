// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension Trigger {
    /// The event, in one readable sentence.
    package var sentence: String {
        switch kind {
        case .headphones: "\(device?.name ?? "Headphones") connected."
        case .car: "You are in the car\(device.map { " (\($0.name))" } ?? "")."
        case .carLeft: "You have left the car."
        case .arrival: "You have arrived at \(name ?? "a place you know")."
        case .departure: "You have left \(name ?? "a place you know")."
        case .unlock: "You are back."
        case .wake: "The computer woke up."
        case .boot: "The computer has started."
        case .time: "It is time: \(name ?? "now")."
        }
    }

    /// The name of the trigger in the ranker.
    package var circumstance: String { kind.rawValue }
}
