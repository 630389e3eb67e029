// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueNotifications
package import OnCueRuntime
package import OnCueSuggestions

/// Reports the events around the machine to the notification centre.
@MediaActor
package final class NotificationEvents {
    /// The absence, in seconds, below which a device that returns does not count as connected again.
    private static let flapping: Int64 = 60
    /// The pause, in seconds, below which playback that resumes does not count as started again.
    private static let pause: Int64 = 300

    private let center: NotificationCoordinator
    private let now: @MediaActor () -> Int64
    /// The sources that have reported each present device.
    private var devices: [TriggerDevice.ID: Set<TriggerEvent.Source>] = [:]
    /// The time when a device was last present, and its names.
    private var gone: [TriggerDevice.ID: (time: Int64, names: [String])] = [:]
    private var wasPlaying = false
    private var pausedAt: Int64?

    /// - Parameter now: Seconds since 1970.
    package init(
        _ center: NotificationCoordinator, triggers: TriggerCenter, controller: PlaybackController,
        now: @escaping @MediaActor () -> Int64
    ) {
        (self.center, self.now) = (center, now)
        triggers.events.listen { [weak self] in self?.take($0) }
        controller.changes.listen { [weak self] in self?.update($0) }
    }

    /// Reports a trigger, from the machine or made by hand.
    package func take(_ trigger: Trigger) {
        let names = [trigger.name, trigger.device?.name, trigger.device?.id].compactMap(\.self)
        // Times of day are triggers of suggestions only.
        guard let kind = NotificationEvent.Kind(trigger.kind) else { return }
        center.happened(kind, names)
    }

    private func take(_ event: WatchedEvent) {
        switch event.matter {
        case .followed(.raise(let trigger)): take(trigger)
        case .told(let report):
            if let source = event.source { take(report, from: source) }
        default: break
        }
    }

    private func take(_ report: TriggerReport, from source: TriggerEvent.Source) {
        switch report {
        case .listed(let seen):
            forget(source)
            // These devices were there already.
            for device in seen { note(device, source) }
        case .present(let seen): for device in seen { note(device, source) }
        case .lost: forget(source)
        case .linked(let device), .heard(let device): came(device, source)
        // The end of a link ends everything that used it.
        case .unlinked(let id): if devices.removeValue(forKey: id) != nil { left(id) }
        case .unheard(let id):
            guard devices[id]?.remove(source) != nil, devices[id]?.isEmpty == true else { break }
            devices[id] = nil
            left(id)
        case .woke: center.clockChanged()
        default: break
        }
    }

    private func note(_ device: SeenDevice, _ source: TriggerEvent.Source) {
        devices[device.id, default: []].insert(source)
        gone[device.id] = (now(), [device.name, device.id])
    }

    private func came(_ device: SeenDevice, _ source: TriggerEvent.Source) {
        let isThere = devices[device.id] != nil
        let isBack = gone[device.id].map { now() - $0.time < Self.flapping } ?? false
        note(device, source)
        if !isThere, !isBack { center.happened(.device, [device.name, device.id]) }
    }

    private func left(_ id: TriggerDevice.ID) {
        let names = gone[id]?.names ?? [id]
        gone[id] = (now(), names)
        center.happened(.deviceLeft, names)
    }

    /// Forgets a source that has lost its state: a device that only this source has reported may be there or not.
    private func forget(_ source: TriggerEvent.Source) {
        for id in devices.keys where devices[id]?.remove(source) != nil && devices[id]?.isEmpty == true {
            devices[id] = nil
            gone[id]?.time = now()
        }
    }

    private func update(_ snapshot: PlaybackSnapshot) {
        let isPlaying = snapshot.status == .playing
        defer { wasPlaying = isPlaying }
        // What is stopped does not continue after a pause.
        if snapshot.status == .stopped { pausedAt = nil }
        guard isPlaying != wasPlaying else { return }
        if isPlaying {
            if pausedAt.map({ now() - $0 >= Self.pause }) ?? true { center.happened(.playback) }
        } else if snapshot.status == .paused {
            pausedAt = now()
        }
    }
}

extension NotificationEvent.Kind {
    /// The event of the same name as a trigger; `nil` for a time.
    package init?(_ kind: Trigger.Kind) { self.init(rawValue: kind.rawValue) }
}
