// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Playback that starts automatically, as set by the user for a device or a place.
///
/// It is not a choice, so nothing is learnt from it.
extension SuggestionCenter {
    /// Follows the destination of sound; automatic playback for a device waits until that is the destination.
    package func follow(_ outputs: OutputKeeper) {
        destination.find = { [weak outputs] in outputs?.current }
        outputs.moves.listen { [weak self] in self?.destination.look() }
        outputs.goesOn = { [weak self] in self?.goesOn(at: $0) ?? true }
    }

    /// Whether there is playback to resume.
    var canResume: Bool { snapshot.status != .playing && snapshot.entry != nil }

    /// Resumes the last playback.
    func resume(_ trigger: Trigger, _ policy: RaisingPolicy) {
        let time = parts.clock.now()
        memory.note { $0.memory.noteRaised(TriggerKey(trigger), at: time) }
        log.info("goes on", ["trigger": trigger.kind.rawValue])
        fade.begin(limit: policy.volumeLimit)
        do throws(PlaybackCommandError) {
            try parts.controller.perform(.resume, by: .suggestion)
        } catch {
            log.warning("cannot resume", ["error": error.message])
            fade.end()
        }
    }

    /// Plays the first suggestion of the offer, unless something has happened since.
    func playFirst(for trigger: Trigger, _ policy: RaisingPolicy) {
        guard let offer, offer.id == trigger.id,
            let first = offer.suggestions.first(where: { !$0.isActivity })
        else { return }
        let objections = decision(for: trigger).objections.filter { $0.rule != .coolDown }
        guard objections.isEmpty else { return stepAside(trigger, objections) }
        Task { @MediaActor in
            fade.begin(limit: policy.volumeLimit)
            do {
                try await play(first, by: .suggestion)
            } catch {
                log.warning("cannot start playing automatically", ["error": "\(error)"])
                fade.end()
            }
        }
    }

    /// Returns whether playback that lost its output resumes when the output is back. It does unless the user's policy
    /// for the device excludes automatic playback.
    func goesOn(at output: AudioOutputDescription?) -> Bool {
        let said = output?.devices.lazy.compactMap { self.parts.triggers.devices[$0]?.policy }.first
        return said?.action.isHeard ?? true
    }
}
