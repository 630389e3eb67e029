// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The presence of a device: whether it can be heard, according to all sources together.
struct DevicePresence: Sendable, Equatable {
    var device: TriggerDevice
    /// The sources according to which sound can reach it.
    var hearers: Set<TriggerEvent.Source> = []
    /// The time at which it is no longer expected to be heard.
    var soundDeadline: Duration?
    /// The time at which it counts as gone.
    var goneDeadline: Duration?
    /// The time since which it cannot be heard.
    var goneSince: Duration?
    /// Whether the event of its being heard has been processed.
    var isSettled = false
    var trigger: Trigger.ID?

    init(_ device: TriggerDevice) { self.device = device }

    var isHeard: Bool { !hearers.isEmpty }

    var deadlines: [Duration] { [soundDeadline, goneDeadline].compactMap(\.self) }

    /// Returns whether the presence no longer affects anything.
    func isForgettable(at now: Duration, _ rules: TriggerRules) -> Bool {
        guard !isHeard, soundDeadline == nil, goneDeadline == nil else { return false }
        return goneSince.map { now - $0 >= rules.rearm } ?? true
    }

    /// Returns whether it was away for too short a time to raise anything again.
    func isBackSoon(at now: Duration, _ rules: TriggerRules) -> Bool {
        goneSince.map { now - $0 < rules.rearm } ?? false
    }

    /// Notes that the device can no longer be heard according to one source or, for `nil`, to all.
    mutating func lose(_ source: TriggerEvent.Source?, at now: Duration, _ rules: TriggerRules) {
        guard isHeard else { return }
        if let source { hearers.remove(source) } else { hearers = [] }
        guard !isHeard else { return }
        goneSince = now
        goneDeadline = now + rules.grace
    }

    /// Notes that a source hears the device.
    mutating func hear(_ source: TriggerEvent.Source, _ device: TriggerDevice) {
        // A source without a kind does not override that of another.
        let kind = device.kind == .other ? self.device.kind : device.kind
        self.device = TriggerDevice(id: device.id, name: device.name, kind: isSettled ? self.device.kind : kind)
        hearers.insert(source)
        (soundDeadline, goneDeadline) = (nil, nil)
    }
}
