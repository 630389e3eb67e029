// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueSuggestions

/// Health checks of the sources of triggers.
package enum TriggerChecks {
    /// Returns one check for each source, in the given order.
    package static func checks(_ sources: [TriggerSourceRecord]) -> [HealthCheck] {
        sources.map(check)
    }

    private static func check(_ source: TriggerSourceRecord) -> HealthCheck {
        let name = "triggers." + source.source
        let kind = TriggerEvent.Source(rawValue: source.source)
        switch SourceHealth.State(rawValue: source.state) {
        case .working, .off:
            return HealthCheck(name, .ok, source.detail)
        case .starting:
            return HealthCheck(
                name, .warning, "it is still starting", advice: "run the command again in a few seconds")
        case .absent:
            return HealthCheck(name, .warning, source.detail, advice: advice(for: kind))
        case .failing:
            return HealthCheck(name, .failed, source.detail, advice: advice(forFailing: kind))
        case nil:
            return HealthCheck(
                name, .warning, source.detail,
                advice: "its state \"\(source.state)\" is known only to newer versions of oncue")
        }
    }

    private static func advice(for source: TriggerEvent.Source?) -> String {
        switch source {
        case .bluetooth: "if this machine has Bluetooth, install bluez and start the service bluetooth"
        case .sound: "start PulseAudio or PipeWire with pipewire-pulse in your session"
        case .network: "define places by position instead: oncue place add NAME --at LATITUDE,LONGITUDE"
        case .location: "install geoclue-2.0, or define places by their network with NetworkManager"
        default: "it starts working by itself once the service it needs is running"
        }
    }

    /// Returns advice for a failing source; empty if the message of the source usually contains it.
    private static func advice(forFailing source: TriggerEvent.Source?) -> String {
        switch source {
        case .bluetooth: "check that the service bluetooth answers: bluetoothctl devices"
        case .network: "check that NetworkManager answers: nmcli connection show --active"
        default: ""
        }
    }
}
