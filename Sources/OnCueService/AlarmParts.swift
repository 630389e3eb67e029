// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueDesk
internal import OnCueDesktop
internal import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession

/// Alarms with their sound, and the wake-ups of the machine for them.
@MediaActor
final class AlarmParts {
    private nonisolated static let log = Logger("alarms")

    /// The time limit for writing to a disk.
    private static let patience: Duration = .seconds(3)

    let desk: AlarmDesk
    private let waker: MachineWaker
    private let login: LoginStart

    /// - Throws: ``BusError`` if the interface cannot be exported.
    init(
        _ parts: ServiceParts, _ center: NotificationCoordinator, _ playback: PlaybackDesk, cache: String,
        _ exports: ServiceExports, on bus: MessageBus
    ) throws(BusError) {
        let waker = MachineWaker(bus: bus, system: parts.system) { Int64(WallClock.now) }
        let executor = BlockingExecutor(label: "oncue.alarm-tone")
        let ringer = AlarmRinger(
            controller: parts.controller, outputs: parts.outputs,
            player: AlarmRinger.Player(
                play: { [weak playback] place in
                    guard let playback else { return nil }
                    if !place.isEmpty { return try await playback.play([place], PlayOptions()).entry }
                    try await playback.perform(.resume)
                    return nil
                },
                tone: {
                    await MediaActor.value(within: Self.patience) { await executor.run { Self.tone(in: cache) } } ?? nil
                }))
        desk = AlarmDesk(
            AlarmDesk.Parts(
                center: center, manager: parts.manager, controller: parts.controller, artwork: parts.artwork,
                outputs: parts.outputs, ringer: ringer, waking: waker,
                substitutes: [
                    "search:kind:track favourite sort:random limit:50", "search:kind:track sort:random limit:50",
                ], now: { Int64(WallClock.now) }))
        parts.browsers.watch(ringer)
        self.waker = waker
        login = LoginStart(bus: bus)
        try exports.add(desk)
    }

    /// Writes the sound that is heard where nothing else can be played, and returns its URI. Blocks.
    private nonisolated static func tone(in folder: String) -> String? {
        let (path, tone) = (folder + "/Alarm.wav", AlarmTone.file)
        do throws(WholeFile.Failure) {
            if try WholeFile.read(path, limit: tone.count) != tone { try WholeFile.replace(path, with: tone) }
        } catch {
            log.warning("the alarm tone cannot be written", ["error": error.message])
            return nil
        }
        return MediaLocation(filePath: Array(path.utf8)).uri
    }

    /// Returns the check of whether alarms can be heard, and whether everything that is waiting can come.
    ///
    /// - Parameter fixed: The fixed outputs, if there are any.
    func health(
        _ parts: ServiceParts, _ center: NotificationCoordinator, _ triggers: TriggerDesk, fixed: String
    ) -> AlarmHealth {
        let output = OutputHealth(parts.outputs, fixed: fixed, controller: parts.controller)
        return AlarmHealth(
            center: center, sound: { await output.checks().first }, prospect: { [waker] in await waker.prospect() },
            startsAtLogin: { [login] in await login.isEnabled() },
            known: { [weak triggers] in
                guard let triggers, let places = try? await triggers.places(),
                    let devices = try? await triggers.triggerDevices()
                else { return nil }
                return (places, devices)
            })
    }

    func begin() { desk.begin() }

    func close() { waker.close() }
}
