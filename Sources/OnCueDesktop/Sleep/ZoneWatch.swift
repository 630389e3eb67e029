// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueRuntime
package import SystemServices

/// Observes the time zone of the machine through timedated, on the system bus; without it there are no reports.
@MediaActor
package final class ZoneWatch {
    private let system: SystemBus
    private let onChange: @MediaActor () -> Void
    private var subscription: BusSubscription?

    /// - Parameter onChange: Called after the time zone was changed.
    package init(system: SystemBus, onChange: @escaping @MediaActor () -> Void) {
        (self.system, self.onChange) = (system, onChange)
    }

    package func start() {
        Task { @MediaActor [weak self, system] in
            guard let bus = await system.connection() else { return }
            self?.listen(on: bus)
        }
    }

    package func stop() { subscription = nil }

    /// timedated only runs while it is in use, so its owner is not watched.
    private func listen(on bus: MessageBus) {
        subscription = bus.subscribe(
            path: "/org/freedesktop/timedate1", interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged", firstArgument: "org.freedesktop.timedate1"
        ) { [weak self] signal in
            let isNamed = signal.arguments.dropFirst().first?.dictionaryValue?["Timezone"] != nil
            guard isNamed || signal.arguments.last?.stringsValue?.contains("Timezone") == true else { return }
            self?.onChange()
        }
    }
}
