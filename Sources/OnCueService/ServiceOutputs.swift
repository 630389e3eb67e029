// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueOutputs
internal import OnCuePlayback
internal import OnCueRuntime
internal import OnCueSession
internal import ServiceDiscovery
internal import SystemServices

/// The outputs of the service.
@MediaActor
enum ServiceOutputs {
    /// - Returns: `nil` if sound does not go to the sound server.
    static func make(
        _ configuration: ServiceConfiguration, _ controller: PlaybackController, server: SoundServerWatch,
        system: SystemBus, browser: BrowserEngine
    ) async -> (keeper: OutputKeeper, snapcast: SnapcastOutputWatch, browsers: BrowserOutputs)? {
        guard configuration.outputs.contains(.automatic) else { return nil }
        let store = OutputSelectionFile(path: configuration.directories.state + "/output")
        var rules = OutputPolicy.Rules()
        rules.returnWindow = configuration.settings.outputReturn
        let settings = configuration.settings
        let watch = SnapcastOutputWatch(
            beside: PulseOutputWatch(server), addresses: [settings.snapcastServer].compactMap(\.self),
            delay: settings.snapcastDelay)
        watch.search = { await SnapcastServers.announced(system) }
        let browsers = BrowserOutputs(beside: watch, engine: browser)
        // It is refused only when the service ends.
        browsers.onSilence = { [weak controller] in try? controller?.perform(.pause, by: .user) }
        let keeper = OutputKeeper(
            controller: controller, watch: browsers, store: store, selection: await store.load(), rules: rules)
        return (keeper, watch, browsers)
    }
}

/// Snapcast servers in the networks of this machine, where Avahi runs.
@MediaActor
private enum SnapcastServers {
    /// The services of their control ports: since Snapcast 0.33, and before.
    private static let types = ["_snapcast-ctrl._tcp", "_snapcast-tcp._tcp"]
    private static let limit: Duration = .milliseconds(1_500)

    /// Returns the servers that announce themselves, each once. One on this machine is found by the configuration.
    static func announced(_ system: SystemBus) async -> [ServiceAddress] {
        let searches = types.map { type in
            Task { @MediaActor in
                await ServiceSearch(system: system).services(type, within: limit) { _ in false }
            }
        }
        var names: Set<String> = []
        var found: [ServiceAddress] = []
        for search in searches {
            // IPv4 addresses first: a service is listed with both.
            let services = await search.value.sorted { !$0.host.contains(":") && $1.host.contains(":") }
            for service in services where !service.isLocal && names.insert(service.name).inserted {
                if let address = ServiceAddress(host: service.host, port: service.port) { found.append(address) }
            }
        }
        return found
    }
}
