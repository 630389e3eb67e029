// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    mutating func setVolume(_ volume: Double) throws(PlaybackCommandError) -> [Action] {
        guard volume.isFinite else { throw PlaybackCommandError(.invalidValue, "the volume is not a number") }
        let volume = Self.clamped(volume)
        // With a limit the engine was told another volume than the person's.
        let isOther = volume != self.volume || ceiling != nil
        ceiling = nil
        let kept = keep(volume)
        self.volume = volume
        return (isOther ? [.setVolume(heardVolume), .savePosition] : []) + kept
    }

    mutating func setMuted(_ isMuted: Bool) -> [Action] {
        guard isMuted != self.isMuted else { return [] }
        self.isMuted = isMuted
        return [.setMuted(isMuted), .savePosition]
    }

    /// Somebody turned a knob of the system.
    mutating func volumeChanged(_ volume: Double, isMuted: Bool) -> [Action] {
        // While it fades away the volume of the engine is not the person's, nor is what is limited.
        let isOurs = fade < 1 || ceiling.map { isEcho(of: volume, with: $0) } ?? false
        let volume = isOurs ? self.volume : Self.clamped(volume)
        if !isOurs { ceiling = nil }
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

    /// The identifier of the device that sound goes to, where it was never used before and so begins with the volume
    /// that new devices have at most. Given once, and not after somebody has set the volume.
    package mutating func takeNewDevice() -> String? {
        defer { volumes.noteTold() }
        return volumes.limited
    }

    /// The volume with which a device begins that was never played on is at most this.
    package mutating func setVolumeCap(_ cap: Double) {
        volumes.cap = cap
    }

    /// The volume that people see: the person's, at most that with which something may begin by itself.
    var limitedVolume: Double {
        guard let ceiling, !ceiling.isOver else { return volume }
        return min(volume, ceiling.volume)
    }

    /// The volume that the engine is told: that which people see, less while it fades away.
    var heardVolume: Double { limitedVolume * fade }

    private mutating func keep(_ volume: Double) -> [Action] {
        volumes.note(volume).map { [.keep($0)] } ?? []
    }
}

// MARK: What begins by itself

/// What began by itself is not louder than this, whatever device it goes to, until somebody sets the volume or playing
/// has ended. The person's own volume stays as it is behind it.
struct VolumeCeiling: Sendable, Equatable {
    var volume: Double
    /// What it was for has ended; it goes when something begins again, since what ends may still be heard.
    var isOver = false
}

extension PlaybackStateMachine {
    /// Has what is about to begin by itself be no louder than this; `nil` takes that back.
    package mutating func limitVolume(to volume: Double?) -> [Action] {
        let (before, wasLimited) = (heardVolume, ceiling != nil)
        ceiling = volume.map { VolumeCeiling(volume: Self.clamped($0)) }
        return heardVolume == before && !wasLimited ? [] : [.setVolume(heardVolume)]
    }

    /// Ends the limit with what it was for.
    ///
    /// - Returns: What comes before everything else that follows from the change.
    mutating func settleCeiling(from before: PlaybackStatus) -> [Action] {
        guard let ceiling, status != before else { return [] }
        if status == .stopped { self.ceiling?.isOver = true }
        guard before == .stopped, ceiling.isOver else { return [] }
        self.ceiling = nil
        return [.setVolume(heardVolume)]
    }

    /// True for a volume that the engine was told, or was before the limit: the sound server repeats what it heard.
    private func isEcho(of volume: Double, with ceiling: VolumeCeiling) -> Bool {
        [min(self.volume, ceiling.volume), self.volume].contains { abs($0 - volume) < 0.005 }
    }
}
