// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Tracks the destination of sound, so that playback started automatically for headphones never begins on the
/// loudspeakers.
@MediaActor
final class SoundDestination {
    typealias Answer = @MediaActor (_ isThere: Bool) -> Void

    /// The time that a sound server may take to send the sound to a device that has connected.
    private static let patience: Duration = .seconds(5)

    /// Returns the present or future destination of sound; `nil` if it is always the same.
    var find: (@MediaActor () -> AudioOutputDescription?)?
    private var waiting: (trigger: Trigger.ID, device: TriggerDevice.ID, answer: Answer, alarm: Task<Void, Never>)?

    /// Answers when sound goes to the device of a trigger, or when that has not happened in time; replaces an earlier
    /// wait. Without a device, any destination will do.
    func wait(for trigger: Trigger, _ answer: @escaping Answer) {
        cancel()
        guard let device = trigger.device, !isThere(device.id) else { return answer(true) }
        let alarm = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: Self.patience)) != nil else { return }
            self?.end(false)
        }
        waiting = (trigger.id, device.id, answer, alarm)
    }

    /// Checks whether sound now goes to the device.
    func look() {
        if let waiting, isThere(waiting.device) { end(true) }
    }

    /// Ends the wait for a trigger that is over.
    func cancel(_ trigger: Trigger.ID) {
        if waiting?.trigger == trigger { cancel() }
    }

    func cancel() {
        waiting?.alarm.cancel()
        waiting = nil
    }

    private func isThere(_ device: TriggerDevice.ID) -> Bool {
        guard let find else { return true }
        return find()?.devices.contains(device) ?? false
    }

    private func end(_ isThere: Bool) {
        guard let answer = waiting?.answer else { return }
        cancel()
        answer(isThere)
    }
}
