// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// - Parameter keepsLimit: Whether a limit stays in effect, because the volume is not set by the user.
    mutating func setVolume(_ volume: Double, keepsLimit: Bool = false) throws(PlaybackCommandError) -> [Action] {
        guard volume.isFinite else { throw PlaybackCommandError(.invalidValue, "the volume is not a number") }
        let volume = Self.clamped(volume)
        // With a limit, the volume of the engine differs from the user's.
        let isOther = volume != self.volume || ceiling != nil
        if !keepsLimit { ceiling = nil }
        let kept = keep(volume)
        self.volume = volume
        return (isOther ? [.setVolume(heardVolume), .savePosition] : []) + tellMuting() + kept
    }

    mutating func setMuted(_ isMuted: Bool) -> [Action] {
        guard isMuted != self.isMuted else { return [] }
        self.isMuted = isMuted
        return tellMuting() + [.savePosition]
    }

    /// Mutes or unmutes the engine, if that differs from its current state.
    private mutating func tellMuting() -> [Action] {
        guard heardMuting != toldMuting else { return [] }
        toldMuting = heardMuting
        return [.setMuted(heardMuting)]
    }

    /// Handles a change of the volume in the system's mixer.
    mutating func volumeChanged(_ volume: Double, isMuted: Bool) -> [Action] {
        // During a fade, while the sound is lowered, or with a limit, the volume of the engine is not the user's.
        let isOurs = fade < 1 || lowering < 1 || ceiling.map { isEcho(of: volume, with: $0) } ?? false
        let volume = isOurs ? self.volume : Self.clamped(volume)
        // While playback with a raised volume runs, the engine is not muted, although the user has muted it.
        let wasMuted = self.isMuted
        if isMuted != toldMuting {
            (self.isMuted, toldMuting) = (isMuted, isMuted)
            ceiling = nil
        }
        if !isOurs { ceiling = nil }
        let muting = tellMuting()
        guard volume != self.volume || self.isMuted != wasMuted else { return muting }
        let kept = keep(volume)
        self.volume = volume
        return muting + [.savePosition] + kept
    }

    /// Handles a change of the output; each device has a volume of its own.
    mutating func outputChanged(_ output: AudioOutput) -> [Action] {
        self.output = output
        return moveVolume(to: output.identifier)
    }

    /// Notes the device to which the first sound will go, which has a volume of its own.
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

    /// Returns the identifier of the output device if it is used for the first time and therefore has the initial
    /// volume of new devices. Returned once, and not after the volume has been set.
    package mutating func takeNewDevice() -> String? {
        defer { volumes.noteTold() }
        return volumes.limited
    }

    /// Sets the highest initial volume of devices that have never been used.
    package mutating func setVolumeCap(_ cap: Double) {
        volumes.cap = cap
    }

    /// The volume to display: the user's, limited or replaced for playback that began automatically.
    var limitedVolume: Double {
        guard let ceiling, !ceiling.isOver else { return volume }
        return ceiling.applied(to: volume)
    }

    /// Whether the engine is muted; playback with a raised volume is not.
    var heardMuting: Bool { isMuted && !(ceiling.map { $0.isFloor && !$0.isOver } ?? false) }

    /// Whether a limit is in effect, or will end when its last sound has been heard.
    package var isVolumeLimited: Bool { ceiling != nil }

    /// Whether the limit raises the volume as well.
    package var isVolumeRaised: Bool { ceiling?.isFloor == true && ceiling?.isOver == false }

    /// The volume that the user has set.
    package var ownVolume: Double { volume }

    /// The volume for the engine: the displayed one, reduced by the fade and by ``lower(to:)``.
    var heardVolume: Double { limitedVolume * fade * lowering }

    /// Lowers the sound by a factor down to 0 while something else should be heard, without changing the user's volume;
    /// 1 is the full volume.
    package mutating func lower(to part: Double) -> [Action] {
        let part = part.isFinite ? Self.clamped(part) : 1
        guard part != lowering else { return [] }
        lowering = part
        return [.setVolume(heardVolume)]
    }

    private mutating func keep(_ volume: Double) -> [Action] {
        volumes.note(volume).map { [.keep($0)] } ?? []
    }
}

// MARK: Automatic playback

/// The highest volume of playback that began automatically, on any device, until the volume is set or playback has
/// ended. The user's own volume is not changed.
struct VolumeCeiling: Sendable, Equatable {
    var volume: Double
    /// Whether it is the lowest volume, too.
    var isFloor = false
    /// Whether its playback has ended; it is removed at the next start, since its last sound may still be heard.
    var isOver = false

    func applied(to volume: Double) -> Double { isFloor ? self.volume : min(volume, self.volume) }
}

extension PlaybackStateMachine {
    /// Limits the volume of automatic playback that is about to begin; `nil` cancels that.
    ///
    /// - Parameter isFloor: Whether a lower volume is raised as well.
    package mutating func limitVolume(to volume: Double?, isFloor: Bool = false) -> [Action] {
        let (before, wasLimited) = (heardVolume, ceiling != nil)
        ceiling = volume.map { VolumeCeiling(volume: Self.clamped($0), isFloor: isFloor) }
        return (heardVolume == before && !wasLimited ? [] : [.setVolume(heardVolume)]) + tellMuting()
    }

    /// Ends the limit; its last sound may still be heard, so the engine follows at the next start.
    package mutating func endLimit() { ceiling?.isOver = true }

    /// Ends the limit with its playback.
    ///
    /// - Returns: The actions that precede all others of the change.
    mutating func settleCeiling(from before: PlaybackStatus) -> [Action] {
        guard let ceiling, status != before else { return [] }
        // Automatic playback still has to begin after the service has stopped something.
        if status == .stopped, cause != .suggestion { self.ceiling?.isOver = true }
        guard before != .playing, status == .playing || before == .stopped, ceiling.isOver else { return [] }
        self.ceiling = nil
        return [.setVolume(heardVolume)] + tellMuting()
    }

    /// Returns whether a volume is the one set in the engine, or before the limit: the sound server echoes it.
    private func isEcho(of volume: Double, with ceiling: VolumeCeiling) -> Bool {
        [ceiling.applied(to: self.volume), self.volume].contains { abs($0 - volume) < 0.005 }
    }
}
