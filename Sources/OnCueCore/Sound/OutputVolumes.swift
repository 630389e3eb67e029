// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The volume of each device: a device that is used again has its previous volume, and a new one is not too loud.
struct OutputVolumes: Sendable, Equatable {
    /// The highest initial volume of a device that has never been used.
    var cap: Double
    /// The current output device; `nil` before it is known.
    private(set) var current: String?
    private var known: [String: Double]
    /// The current device, if it is new and its volume was limited below that of the previous one, until that has been
    /// announced or the volume is set.
    private(set) var limited: String?
    /// Whether the volume was set before any device was known, so that it applies to the first one.
    private var isChosen = false

    init(_ sound: SavedSound) {
        cap = sound.preferences.volumeCap
        known = sound.volumes
    }

    /// Notes that sound goes to a device.
    ///
    /// - Returns: The volume there; `nil` if there is no device, or it has not changed.
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

    /// Notes the current volume.
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
