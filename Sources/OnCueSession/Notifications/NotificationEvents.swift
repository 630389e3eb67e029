// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueNotifications
package import OnCueRuntime
package import OnCueSuggestions

/// Tells the notification centre what happens around the machine.
@MediaActor
package final class NotificationEvents {
    /// A device that was away for less than this has not come again.
    private static let flapping: Int64 = 60
    /// Playback that was paused for less than this goes on.
    private static let pause: Int64 = 300

    private let center: UserNotificationCenter
    private let now: @MediaActor () -> Int64
    private var devices: Set<TriggerDevice.ID> = []
    /// When a device was there last.
    private var gone: [TriggerDevice.ID: (time: Int64, names: [String])] = [:]
    private var wasPlaying = false
    private var pausedAt: Int64?

    /// - Parameter now: Seconds since 1970.
    package init(
        _ center: UserNotificationCenter, triggers: TriggerCenter, controller: PlaybackController,
        now: @escaping @MediaActor () -> Int64
    ) {
        (self.center, self.now) = (center, now)
        triggers.events.listen { [weak self] in self?.take($0.matter) }
        controller.changes.listen { [weak self] in self?.update($0) }
    }

    /// Tells a trigger, of the machine or made by hand.
    package func take(_ trigger: Trigger) {
        let names = [trigger.name, trigger.device?.name, trigger.device?.id].compactMap(\.self)
        switch trigger.kind {
        case .headphones: center.happened(.headphones, names)
        case .car: center.happened(.car, names)
        case .carLeft: center.happened(.carLeft, names)
        case .arrival: center.happened(.arrival, names)
        case .departure: center.happened(.departure, names)
        case .unlock: center.happened(.unlock)
        case .wake: center.happened(.wake)
        case .boot: center.happened(.boot)
        // A time of the suggestions is none of the notifications'.
        case .time: break
        }
    }

    private func take(_ matter: WatchedEvent.Matter) {
        switch matter {
        case .followed(.raise(let trigger)): take(trigger)
        case .told(.linked(let device)), .told(.heard(let device)): came(device)
        case .told(.unlinked(let id)), .told(.unheard(let id)): left(id)
        case .told(.woke): center.clockChanged()
        default: break
        }
    }

    private func came(_ device: SeenDevice) {
        guard devices.insert(device.id).inserted else { return }
        let names = [device.name, device.id]
        let isBack = gone[device.id].map { now() - $0.time < Self.flapping } ?? false
        gone[device.id] = (now(), names)
        if !isBack { center.happened(.device, names) }
    }

    private func left(_ id: TriggerDevice.ID) {
        guard devices.remove(id) != nil else { return }
        let names = gone[id]?.names ?? [id]
        gone[id] = (now(), names)
        center.happened(.deviceLeft, names)
    }

    private func update(_ snapshot: PlaybackSnapshot) {
        let isPlaying = snapshot.status == .playing
        defer { wasPlaying = isPlaying }
        guard isPlaying != wasPlaying else { return }
        if isPlaying {
            if pausedAt.map({ now() - $0 >= Self.pause }) ?? true { center.happened(.playback) }
        } else {
            pausedAt = snapshot.status == .stopped ? nil : now()
        }
    }
}
