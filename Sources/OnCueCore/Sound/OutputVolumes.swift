// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How loud each device is: one that is used again is as loud as it was, and one that is new is not too loud.
struct OutputVolumes: Sendable, Equatable {
    /// The highest volume of a device that was never played on.
    var cap: Double
    /// The device that the sound goes to; `nil` before it is known.
    private(set) var current: String?
    private var known: [String: Double]
    /// The current device, if it is new and its volume was limited below that of the previous one, until that has been
    /// announced or the volume is set.
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

    /// Notes that the limited volume of the current device has been announced.
    mutating func noteTold() {
        limited = nil
    }

    /// Notes the present volume.
    ///
    /// - Returns: The change to save.
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
