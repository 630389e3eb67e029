// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// What begins by itself, as the person wants it for a device or a place.
///
/// It is nobody's choice, so nothing is learnt from it.
extension SuggestionCenter {
    /// Tells where sound goes, or would; what begins by itself for a device waits until that is where.
    package func follow(_ outputs: OutputKeeper) {
        destination.find = { [weak outputs] in outputs?.current }
        outputs.onMove = { [weak self] in self?.destination.look() }
        outputs.goesOn = { [weak self] in self?.goesOn(at: $0) ?? true }
    }

    /// There is something to go on with.
    var canResume: Bool { snapshot.status != .playing && snapshot.entry != nil }

    /// Goes on with what was playing last.
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

    /// Plays what is offered first, unless something has happened since.
    func playFirst(for trigger: Trigger, _ policy: RaisingPolicy) {
        guard let offer, offer.id == trigger.id, let first = offer.suggestions.first else { return }
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

    /// Whether what was interrupted when an output went away goes on when it is back. It does unless the person has said
    /// that nothing is to be heard there before it is chosen.
    func goesOn(at output: AudioOutputDescription?) -> Bool {
        let said = output?.devices.lazy.compactMap { self.parts.triggers.devices[$0]?.policy }.first
        return said?.action.isHeard ?? true
    }
}
