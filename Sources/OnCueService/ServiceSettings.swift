// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import LinkedMedia
internal import OnCueCore
internal import OnCueDesk
internal import OnCueDesktop
internal import OnCueOutputs
internal import OnCuePlaylists
internal import OnCuePodcasts
internal import OnCueProviders
internal import OnCueRuntime
internal import OnCueSession
internal import TelevisionExport

/// Applies changes of the configuration to the running parts.
@MediaActor
struct ServiceSettings {
    let parts: ServiceParts
    let registry: ProviderRegistry
    let doors: DesktopDoors
    let suggestions: SuggestionObjects
    let trees: LinkedTrees
    let together: TogetherDesk
    let televisions: TelevisionExport

    /// Applies the change of one key; does nothing for keys that take effect at the next start.
    func take(_ key: ConfigurationKey, _ configuration: Configuration) {
        switch key {
        case .outputReturn: parts.outputs?.returnWindow = configuration.outputReturn
        case .snapcastServer: parts.snapcast?.addresses = [configuration.snapcastServer].compactMap(\.self)
        case .handoffTogether: together.isAllowed = configuration.letsOthersPlayTogether
        case .resumeLength: parts.listening.recorder.rules = configuration.listeningRules
        case .handoffShare: parts.listening.sharing.share(configuration.sharedTopics)
        case .refreshInterval: parts.podcasts.schedule.interval = configuration.refreshInterval.components.seconds
        case .podcastDirectory: parts.lists.directories.podcastDirectory = configuration.podcastDirectory
        case .stationDirectory: parts.lists.directories.stationDirectory = configuration.stationDirectory
        case .providerDeadline: registry.deadline = configuration.providerDeadline
        case .desktopSearch: doors.setSearched(configuration.isSearchedByDesktop)
        case .desktopUndo: doors.setUndoOffered(configuration.offersUndoOnDesktop)
        case .desktopRecent: doors.recent.set(configuration.entersRecentFiles)
        case .peopleContacts, .peoplePresence: suggestions.follow(configuration)
        case .televisionExport: televisions.set(configuration.isShownToTelevisions)
        case .fetchFiles:
            parts.linked.isOn = configuration.fetchesFiles
            Task { @MediaActor in await trees.set(configuration.fetchesFiles) }
        case .fetchedSize: parts.linked.setLimit(configuration.fetchedSize)
        case .privateLinks: parts.web.followsPrivateLinks = configuration.followsPrivateLinks
        case .lyricsWeb, .lyricsServer:
            Task { @MediaActor in
                await parts.findings.setLyrics(configuration)
                parts.lyrics.forget()
            }
        case .artworkWeb, .artworkServer:
            Task { @MediaActor in
                await parts.findings.setCovers(configuration)
                parts.center.forgetPictures()
            }
        case .logLevel: Logger.level = LogLevel(name: configuration.logLevel) ?? Logger.level
        default: break
        }
    }
}
