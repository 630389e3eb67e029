// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueDesktop
internal import OnCueOutputs
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// All sources of triggers.
@MediaActor
struct TriggerSources {
    let all: [any TriggerSource]
    private let location: LocationTriggerSource
    private let clock = ClockTriggerSource()
    private let soundUse: SoundUseWatch?

    init(_ parts: ServiceParts, _ directories: UserDirectories, lock: any LockWatching) {
        let secret = SecretFile(path: directories.state + "/place-secret")
        let start = directories.state + "/machine-start"
        location = LocationTriggerSource(system: parts.system)
        let session = SessionTriggerSource(lock: lock, sleep: parts.sleepWatch) {
            await BlockingExecutor(label: "oncue.machine-start").run {
                MachineStart.current.isNew(rememberedIn: start)
            }
        }
        lock.unlocks.listen { [weak location] in location?.askAgain() }
        parts.sleepWatch.wakes.listen { [weak location] in location?.askAgain() }
        soundUse = parts.soundServer.map { SoundUseWatch($0) }
        let sound: [any TriggerSource] = parts.soundServer.map { [SoundTriggerSource($0)] } ?? []
        all =
            [BluetoothTriggerSource(system: parts.system)] + sound
            + [NetworkTriggerSource(system: parts.system) { await secret.load() }, location, session, clock]
    }

    /// Enables the expensive sources only if the user's settings need them.
    func follow(_ center: SuggestionCenter) {
        let triggers = center.triggers
        let look: @MediaActor () -> Void = { [location, weak triggers] in
            location.isWanted = triggers?.wantsPosition ?? false
        }
        triggers.onPositionWanted = look
        look()
        let tell: @MediaActor ([NamedTime]) -> Void = { [clock] in clock.times = $0 }
        center.onTimesChange = tell
        center.soundUse = soundUse
        tell(center.times)
    }
}
