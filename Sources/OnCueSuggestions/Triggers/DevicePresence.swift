// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether a device can be heard, by all who know it together.
struct DevicePresence: Sendable, Equatable {
    var device: TriggerDevice
    /// The sources by which sound can go there.
    var hearers: Set<TriggerEvent.Source> = []
    /// When it is not expected any more.
    var soundDeadline: Duration?
    /// When it counts as gone.
    var goneDeadline: Duration?
    /// Since when nothing can be heard in it.
    var goneSince: Duration?
    /// It has been heard, and what follows from that has followed.
    var isSettled = false
    var trigger: Trigger.ID?

    init(_ device: TriggerDevice) { self.device = device }

    var isHeard: Bool { !hearers.isEmpty }

    var deadlines: [Duration] { [soundDeadline, goneDeadline].compactMap(\.self) }

    /// Nothing depends on it any more.
    func isForgettable(at now: Duration, _ rules: TriggerRules) -> Bool {
        guard !isHeard, soundDeadline == nil, goneDeadline == nil else { return false }
        return goneSince.map { now - $0 >= rules.rearm } ?? true
    }

    /// It was away for too short a time to raise anything again.
    func isBackSoon(at now: Duration, _ rules: TriggerRules) -> Bool {
        goneSince.map { now - $0 < rules.rearm } ?? false
    }

    /// It cannot be heard by one source any more, or, for `nil`, by any.
    mutating func lose(_ source: TriggerEvent.Source?, at now: Duration, _ rules: TriggerRules) {
        guard isHeard else { return }
        if let source { hearers.remove(source) } else { hearers = [] }
        guard !isHeard else { return }
        goneSince = now
        goneDeadline = now + rules.grace
    }

    /// It is heard, or still heard.
    mutating func hear(_ source: TriggerEvent.Source, _ device: TriggerDevice) {
        // A source that knows no kind does not take away what another one knew.
        let kind = device.kind == .other ? self.device.kind : device.kind
        self.device = TriggerDevice(id: device.id, name: device.name, kind: isSettled ? self.device.kind : kind)
        hearers.insert(source)
        (soundDeadline, goneDeadline) = (nil, nil)
    }
}
