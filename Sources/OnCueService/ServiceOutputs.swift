// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueOutputs
internal import OnCuePlayback
internal import OnCueRuntime
internal import OnCueSession

/// The outputs of the service.
@MediaActor
enum ServiceOutputs {
    /// - Returns: `nil` when sound does not go to the sound server.
    static func make(
        _ configuration: ServiceConfiguration, _ controller: PlaybackController, server: SoundServerWatch
    ) async -> (keeper: OutputKeeper, snapcast: SnapcastOutputWatch)? {
        guard configuration.outputs.contains(.automatic) else { return nil }
        let store = OutputSelectionFile(path: configuration.directories.state + "/output")
        var rules = OutputPolicy.Rules()
        rules.returnWindow = configuration.settings.outputReturn
        let settings = configuration.settings
        let watch = SnapcastOutputWatch(
            beside: PulseOutputWatch(server), addresses: [settings.snapcastServer].compactMap(\.self),
            delay: settings.snapcastDelay)
        let keeper = OutputKeeper(
            controller: controller, watch: watch, store: store, selection: await store.load(), rules: rules)
        return (keeper, watch)
    }
}
