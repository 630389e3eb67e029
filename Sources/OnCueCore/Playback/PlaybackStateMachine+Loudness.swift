// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    mutating func setVolume(_ volume: Double) throws(PlaybackCommandError) -> [Action] {
        guard volume.isFinite else { throw PlaybackCommandError(.invalidValue, "the volume is not a number") }
        let volume = Self.clamped(volume)
        let kept = keep(volume)
        guard volume != self.volume else { return kept }
        self.volume = volume
        return [.setVolume(heardVolume), .savePosition] + kept
    }

    mutating func setMuted(_ isMuted: Bool) -> [Action] {
        guard isMuted != self.isMuted else { return [] }
        self.isMuted = isMuted
        return [.setMuted(isMuted), .savePosition]
    }

    /// Somebody turned a knob of the system.
    mutating func volumeChanged(_ volume: Double, isMuted: Bool) -> [Action] {
        // While it fades away the volume of the engine is not the person's.
        let volume = fade < 1 ? self.volume : Self.clamped(volume)
        guard volume != self.volume || isMuted != self.isMuted else { return [] }
        let kept = keep(volume)
        self.volume = volume
        self.isMuted = isMuted
        return [.savePosition] + kept
    }

    /// Another device has a volume of its own.
    mutating func outputChanged(_ output: AudioOutput) -> [Action] {
        self.output = output
        return moveVolume(to: output.identifier)
    }

    /// The first sound will go to a device, which has a volume of its own.
    package mutating func expectDevice(_ identifier: String?) -> [Action] {
        output == nil ? moveVolume(to: identifier) : []
    }

    private mutating func moveVolume(to device: String?) -> [Action] {
        guard let wanted = volumes.move(to: device, from: volume) else { return [] }
        let kept = keep(wanted)
        guard wanted != volume else { return kept }
        volume = wanted
        return [.setVolume(heardVolume), .savePosition] + kept
    }

    /// The volume with which a device begins that was never played on is at most this.
    package mutating func setVolumeCap(_ cap: Double) {
        volumes.cap = cap
    }

    /// The volume that the engine is told: the person's, less while it fades away.
    var heardVolume: Double { volume * fade }

    private mutating func keep(_ volume: Double) -> [Action] {
        volumes.note(volume).map { [.keep($0)] } ?? []
    }
}
