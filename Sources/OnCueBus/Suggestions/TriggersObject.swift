// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession
internal import OnCueSuggestions

/// `org.oncue.Triggers1`: the triggers of suggestions, exported as long as this lives.
@MediaActor
package final class TriggersObject {
    private let export: BusExport
    private let interface: TriggersInterface
    private let bus: MessageBus
    private var watchers: [String: BusSubscription] = [:]

    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(on bus: MessageBus, center: SuggestionCenter) throws(BusError) {
        self.bus = bus
        interface = TriggersInterface(center: center)
        export = try bus.export(interface, at: ServiceNames.objectPath)
        interface.onWatch = { [weak self] in self?.watch($0, $1) }
        let triggers = center.parts.triggers
        triggers.onHealthChange = { [weak self] in self?.export.emit("SourcesChanged", []) }
        triggers.onEvent = { [weak self] in self?.tell($0) }
        center.onStepAside = { [weak self, clock = center.parts.clock] trigger, objections in
            self?.tell(WatchedEvent(time: clock.now(), source: nil, .steppedAside(trigger, objections)))
        }
    }

    private func watch(_ client: String, _ watches: Bool) {
        guard watches, watchers[client] == nil else {
            if !watches { watchers[client] = nil }
            return
        }
        watchers[client] = bus.watchOwner(of: client) { [weak self] owner in
            if owner == nil { self?.watchers[client] = nil }
        }
    }

    private func tell(_ event: WatchedEvent) {
        guard !watchers.isEmpty else { return }
        let values = event.busValues
        for client in watchers.keys { export.emit("Event", [.dictionary(values)], to: client) }
    }
}
