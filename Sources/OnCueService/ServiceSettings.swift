// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueBus
internal import OnCueCore
internal import OnCuePodcasts
internal import OnCueRuntime
internal import OnCueSession

/// Has the parts take up what is changed in the configuration while they run.
@MediaActor
struct ServiceSettings {
    let parts: ServiceParts
    let registry: ProviderRegistry

    /// Takes up one key; those that wait for the next start are nothing here.
    func take(_ key: ConfigurationKey, _ configuration: Configuration) {
        switch key {
        case .outputReturn: parts.outputs?.returnWindow = configuration.outputReturn
        case .resumeLength: parts.listening.recorder.rules = configuration.listeningRules
        case .refreshInterval: parts.podcasts.schedule.interval = configuration.refreshInterval.components.seconds
        case .providerDeadline: registry.deadline = configuration.providerDeadline
        case .privateLinks: parts.web.followsPrivateLinks = configuration.followsPrivateLinks
        case .logLevel: Logger.level = LogLevel(name: configuration.logLevel) ?? Logger.level
        default: break
        }
    }
}
