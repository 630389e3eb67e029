// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime

/// `org.oncue.Notifications1`: what is notified of, exported as long as this lives.
@MediaActor
package final class NotificationsObject {
    private let export: BusExport

    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(on bus: MessageBus, notifier: TrackNotifier) throws(BusError) {
        export = try bus.export(NotificationsInterface(notifier: notifier), at: ServiceNames.objectPath)
        notifier.onChange = { [weak self] settings in
            self?.export.emit("NotificationsChanged", [.dictionary(settings.busValues)])
        }
    }
}

/// Answers the methods of `org.oncue.Notifications1`.
@MediaActor
final class NotificationsInterface: ExportedInterface {
    nonisolated let introspectionXML = Introspection.notifications
    private let notifier: TrackNotifier

    init(notifier: TrackNotifier) {
        self.notifier = notifier
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        if call.member == "SetNotifications" {
            var wanted = notifier.settings
            try wanted.take(call.arguments.first?.dictionaryValue ?? [:])
            try await notifier.set(wanted)
        }
        return [.dictionary(notifier.settings.busValues)]
    }
}

extension NotificationSettings {
    fileprivate var busValues: [String: BusValue] {
        ["tracks": .string(tracks.rawValue), "controls": .bool(controls)]
    }

    fileprivate mutating func take(_ changes: [String: BusValue]) throws(BusError) {
        for (key, value) in changes {
            switch (key, value.stringValue.flatMap(Tracks.init), value.boolValue) {
            case ("tracks", let mode?, _): tracks = mode
            case ("controls", _, let isOn?): controls = isOn
            case ("tracks", nil, _): throw ControlError.invalidValue("tracks must be off, on or locked")
            case ("controls", _, nil): throw ControlError.invalidValue("controls must be true or false")
            default:
                throw ControlError.invalidValue(
                    "there is no setting \"\(key.prefix(100))\"; expected tracks or controls")
            }
        }
    }
}
