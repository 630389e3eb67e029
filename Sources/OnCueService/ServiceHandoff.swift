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
internal import OnCueState
internal import SharedListening

/// The name of this machine.
enum HostName {
    /// The name in the network; empty if it has none.
    static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Its names in the network and in `/etc/hosts`, in lower case, and its addresses in its networks.
    static var all: Set<String> {
        let host = host.lowercased()
        let first = String(host.prefix { $0 != "." })
        var names: Set = [host, first, first + ".local"]
        let hosts = (try? WholeFile.read("/etc/hosts", limit: 1 << 20)) ?? []
        for line in String(decoding: hosts, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
            guard let address = words.first, address.hasPrefix("127.") || address == "::1" else { continue }
            names.formUnion(words.dropFirst())
        }
        names.remove("")
        return names.union(MachineAddresses.all())
    }
}

extension ServiceParts {
    private var handoffName: String { HostName.host.isEmpty ? "this machine" : HostName.host }

    private var handoffMedia: JoinedHandoffMedia {
        JoinedHandoffMedia([EpisodeHandoffMedia(podcasts.finder), CatalogHandoffMedia(catalog: catalog)])
    }

    /// Creates the part that shares listening with paired machines.
    ///
    /// - Parameter state: The folder of this user's state.
    func makeSharedListening(state: String) -> ListeningExchange {
        let log = Logger("sharing")
        return ListeningExchange(
            store: listening.store, media: handoffMedia, podcasts: ServiceSubscriptions(podcasts: podcasts),
            playlists: PlaylistSharing(
                store: listening.store, playlists: lists.shared(handoffMedia), machine: handoffName,
                now: { Int64(time(nil)) }),
            learning: ServiceLearning(
                store: suggestions.store, learning: suggestions.learning, content: content),
            tracks: { [content] in (try? await content.tracks(of: $0)) ?? [] },
            topics: { [sharing = listening.sharing] in await sharing.topics },
            own: { await HandoffMachines.own(state: state) },
            machines: { await HandoffMachines.paired(state: state) },
            onMessage: { [sharing = listening.sharing] in await sharing.noteMessage(of: $0, has: $1) },
            onNote: { machine, reason in
                log.warning("not all is shared", ["machine": String(machine.prefix(16)), "reason": reason])
            },
            onFailure: { what, error in log.warning("sharing fails", ["what": what, "error": error.message]) },
            now: { Int64(time(nil)) }, isClockSet: { SystemClock.isSet == true })
    }

    /// Creates the part that moves playback to other machines, and takes it from them.
    ///
    /// - Parameter absence: The time for which the user has been away.
    func makeHandoff(absence: @escaping @MediaActor () -> Duration?) -> HandoffDesk {
        HandoffDesk(
            machine: handoffName, controller: controller,
            media: handoffMedia,
            fetching: linked, ownNames: { HostName.all },
            folders: { [library] in (try? await library.libraryStatus().folders) ?? [] },
            listening: listening.recorder, absence: absence)
    }

    /// Creates the part that plays in step with other machines.
    func makeTogether(_ handoff: HandoffDesk, _ configuration: Configuration) -> TogetherDesk {
        TogetherDesk(
            machine: handoffName, controller: controller,
            handoff: handoff, isAllowed: configuration.letsOthersPlayTogether, listening: listening.recorder,
            program: { await HandoffMachines.follow($0) })
    }
}

/// The donations of this machine, for other machines.
private struct ServiceLearning: SharedLearning {
    let store: SuggestionStore
    let learning: DonationKeeper
    let content: CombinedContentSource

    func takeLearnt(
        _ keep: @Sendable ([LearntHere]) async throws(ContentError) -> Void
    ) async throws(ContentError) { try await store.takeLearnt(keep) }

    func known(_ registers: [String]) async throws(ContentError) -> Set<String> { try await store.known(registers) }

    func present(_ items: Set<String>) async -> Set<String> {
        var present: Set<String> = []
        for item in items {
            guard let identifier = ContentIdentifier(item), (try? await content.itemAtHand(identifier)) != nil else {
                continue
            }
            present.insert(item)
        }
        return present
    }

    func noteElsewhere() async { await learning.noteElsewhere() }
}

extension DonationKeeper {
    /// Also learns from the donations of paired machines.
    ///
    /// - Parameter onForgetting: Called when other machines must be notified that something is forgotten.
    func learn(from exchange: ListeningExchange, onForgetting: @escaping @MediaActor () -> Void) {
        elsewhere = LearningElsewhere(
            revision: { [weak exchange] in await exchange?.learntRevision ?? 0 },
            donations: { [weak exchange] () async throws(ContentError) in try await exchange?.learntElsewhere() ?? [] },
            forget: { [weak exchange] (part, here) async throws(ContentError) in
                guard let exchange else { return try await here() }
                defer { Task { await onForgetting() } }
                return try await exchange.forgetLearnt(part, here: here)
            })
        Task { await learnFromElsewhere() }
    }
}

/// The podcasts, for other machines.
private struct ServiceSubscriptions: SharedSubscriptions {
    let podcasts: PodcastCenter

    func subscribed() async -> [ToldItem]? {
        guard let summaries = try? await podcasts.subscriptions() else { return nil }
        return summaries.compactMap { Self.item($0.identifier, $0.title, $0.address) }
    }

    func takeChanges(
        _ keep: @Sendable ([SubscriptionChange]) async throws(ContentError) -> Void
    ) async throws(ContentError) {
        let edits = try await podcasts.subscriptionEdits()
        try await keep(
            edits.compactMap { edit in
                Self.item(edit.podcast, edit.title, edit.address).map {
                    SubscriptionChange($0, isOn: edit.isOn, at: edit.time)
                }
            })
        for edit in edits { try await podcasts.forget(edit) }
    }

    func subscribe(_ address: String) async -> ContentIdentifier? {
        // With a name of this machine, the address could lead to something that only this machine can reach.
        guard SharedEntry.isFeed(address, on: HostName.all) else { return nil }
        return try? await podcasts.subscribe(to: address, isEdit: false).identifier
    }

    func unsubscribe(_ podcast: ContentIdentifier) async { try? await podcasts.unsubscribe(podcast, isEdit: false) }

    /// Returns the podcast in the form for other machines; `nil` for a private feed.
    private static func item(_ podcast: ContentIdentifier, _ title: String, _ address: String) -> ToldItem? {
        guard SharedEntry.isFeed(address) else { return nil }
        var entry = HandedEntry(title: title)
        entry.address = address
        return ToldItem(podcast, entry.bounded)
    }
}
