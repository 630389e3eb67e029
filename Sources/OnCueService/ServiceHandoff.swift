// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueDesk
internal import OnCueInterface
internal import OnCuePodcasts
internal import OnCueRuntime
internal import OnCueSession
internal import SharedListening

/// The name of this machine.
enum MachineName {
    /// As the network knows it; empty where it has none.
    static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension ServiceParts {
    private var handoffMedia: JoinedHandoffMedia {
        JoinedHandoffMedia([EpisodeHandoffMedia(podcasts.finder), CatalogHandoffMedia(catalog: catalog)])
    }

    /// Listening that is shared with paired machines.
    ///
    /// - Parameter state: The folder of this user's state.
    func makeSharedListening(state: String) -> ListeningExchange {
        ListeningExchange(
            store: listening.store, media: handoffMedia, podcasts: ServiceSubscriptions(podcasts: podcasts),
            tracks: { [content] in (try? await content.tracks(of: $0)) ?? [] },
            topics: { [sharing = listening.sharing] in await sharing.topics },
            machines: { await HandoffMachines.paired(state: state) }, now: { Int64(time(nil)) })
    }

    /// Playback that moves to other machines, and comes from them.
    ///
    /// - Parameter absence: For how long the user has been away.
    func makeHandoff(absence: @escaping @MediaActor () -> Duration?) -> HandoffDesk {
        HandoffDesk(
            machine: MachineName.host.isEmpty ? "this machine" : MachineName.host, controller: controller,
            media: handoffMedia,
            fetching: linked,
            folders: { [library] in (try? await library.libraryStatus().folders) ?? [] }, absence: absence)
    }

    /// Playback in step with other machines.
    func makeTogether(_ handoff: HandoffDesk, _ configuration: Configuration) -> TogetherDesk {
        TogetherDesk(
            machine: MachineName.host.isEmpty ? "this machine" : MachineName.host, controller: controller,
            handoff: handoff, isAllowed: configuration.letsOthersPlayTogether,
            program: { await HandoffMachines.follow($0) })
    }
}

/// The podcasts, for other machines.
private struct ServiceSubscriptions: SharedSubscriptions {
    let podcasts: any PodcastManaging

    func subscribed() async -> [ToldItem]? {
        guard let summaries = try? await podcasts.subscriptions() else { return nil }
        return summaries.compactMap { podcast in
            guard SharedEntry.isFeed(podcast.address) else { return nil }
            var entry = HandedEntry(title: podcast.title)
            entry.address = podcast.address
            return ToldItem(podcast.identifier, entry.bounded)
        }
    }

    func subscribe(_ address: String) async -> ContentIdentifier? {
        try? await podcasts.subscribe(to: address).identifier
    }

    func unsubscribe(_ podcast: ContentIdentifier) async { try? await podcasts.unsubscribe(podcast) }
}
