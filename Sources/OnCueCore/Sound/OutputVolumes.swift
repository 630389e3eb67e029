// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How loud each device is: one that is used again is as loud as it was, and one that is new is not too loud.
struct OutputVolumes: Sendable, Equatable {
    /// The highest volume of a device that was never played on.
    var cap: Double
    /// The device that the sound goes to; `nil` before it is known.
    private(set) var current: String?
    private var known: [String: Double]
    /// The current device, when it is new and was not to begin as loud as the one before; until somebody was told or
    /// has set the volume.
    private(set) var limited: String?
    /// The volume was set before any device was known, so it is meant for the one to come.
    private var isChosen = false

    init(_ sound: SavedSound) {
        cap = sound.preferences.volumeCap
        known = sound.volumes
    }

    /// The sound goes to a device.
    ///
    /// - Returns: The volume there; `nil` when nothing is known of the device, or it is the same as before.
    mutating func move(to device: String?, from volume: Double) -> Double? {
        guard let device, device != current else { return nil }
        let isMeant = isChosen && current == nil
        current = device
        limited = !isMeant && known[device] == nil && cap < volume ? device : nil
        return isMeant ? volume : known[device] ?? min(volume, cap)
    }

    /// Somebody was told that the current device is not as loud as the one before.
    mutating func noteTold() {
        limited = nil
    }

    /// The volume is this now.
    ///
    /// - Returns: What is to be kept of it.
    mutating func note(_ volume: Double) -> SavedSound.Change? {
        guard let current else {
            isChosen = true
            return nil
        }
        guard known[current] != volume else { return nil }
        if known[current] != nil { limited = nil }
        known[current] = volume
        return .volume(output: current, volume)
    }
}
