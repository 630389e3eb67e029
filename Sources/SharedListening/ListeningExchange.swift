// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
package import OnCueCore
internal import OnCueHandoff
package import OnCueInterface
package import OnCueSession
package import OnCueSuggestions

/// Shares listening with paired machines: answers each message of an exchange with the next one.
package actor ListeningExchange: SharedListeningService {
    package typealias Failure = any Error

    private let store: any SharedStoring
    private let media: any HandoffMedia
    private let podcasts: any SharedSubscriptions
    private let playlists: PlaylistSharing
    private let learning: any SharedLearning
    /// The number of changes of the library that were noted.
    private var libraryRevision = 0
    /// The last turn of noting or forgetting what was learnt; each turn waits for the one before.
    private var learntTurn: Task<Result<Int, ContentError>, Never>?
    private var following: Task<Void, Never>?
    /// Whether there may be changes of subscriptions that are not carried out yet.
    private var isFollowingDue = false
    private var playlistWork: Task<Void, Never>?
    private var isPlaylistWorkDue = false
    /// The state of the library and the podcasts when the waiting entries were last checked; `nil` before the first
    /// time.
    private var placed: Places?
    /// The streams that are refused from a machine, with the last number that it has sent of each, and the reason.
    private var refused: [String: Refusal] = [:]
    /// The reason why something was not taken at the last exchange, by machine.
    private var notes: [String: String] = [:]
    /// The last of those reasons that were passed to `onNote`, by machine.
    private var told: [String: (reason: String, time: Int64)] = [:]
    /// The machines that were paired when the streams were refused.
    private var refusing: Set<String> = []
    private let tracks: @Sendable ([ContentIdentifier]) async -> [Track]
    private let topics: @Sendable () async -> Set<SharedTopic>
    private let own: @Sendable () async -> String?
    private let machines: @Sendable () async -> Set<String>
    private let onMessage: @Sendable (String, Int64?) async -> Void
    private let onNote: @Sendable (String, String) -> Void
    private let onFailure: @Sendable (String, ContentError) -> Void
    private let now: @Sendable () -> Int64
    private let isClockSet: @Sendable () -> Bool

    private struct Refusal {
        var streams: [SharedStream: Int64] = [:]
        var note = ""
    }

    /// The state of the places in which waiting items may be found.
    private struct Places: Equatable {
        var library: Int
        var podcasts: Set<ToldItem>
        /// Episodes can appear at any time, so waiting items are checked every quarter of an hour.
        var quarterHour: Int64
    }

    /// The maximum time for which an exchange waits for playlists.
    private static let patience: Duration = .seconds(10)
    /// The minimum time between two log lines about a machine, in seconds.
    private static let noteInterval: Int64 = 3_600
    /// The maximum number of podcast servers that fail to answer during one exchange.
    private static let mostSilent = 50
    /// The maximum number of waiting items that are looked up at a time.
    private static let waiting = 5_000

    /// - Parameters:
    ///   - media: Describes tracks and episodes, and finds those of other machines.
    ///   - tracks: Returns the tracks of identifiers, without those that are gone.
    ///   - topics: The topics that the user shares.
    ///   - own: The identifier by which other machines know this one.
    ///   - machines: The identifiers of the paired machines.
    ///   - onMessage: Called with the identifier of a machine whose message was taken, and the number of this machine's
    ///     changes that it has; `nil` while some are left.
    ///   - onNote: Called with the identifier of a machine and the reason why something was not taken, if the reason
    ///     is new.
    ///   - onFailure: Called with the description and the error of an operation that failed, and is tried again at the
    ///     next exchange.
    ///   - now: Returns the seconds since 1970.
    ///   - isClockSet: Whether the clock of this machine is set by a time server or the like.
    package init(
        store: any SharedStoring, media: any HandoffMedia, podcasts: any SharedSubscriptions,
        playlists: PlaylistSharing, learning: any SharedLearning,
        tracks: @escaping @Sendable ([ContentIdentifier]) async -> [Track],
        topics: @escaping @Sendable () async -> Set<SharedTopic>,
        own: @escaping @Sendable () async -> String? = { nil },
        machines: @escaping @Sendable () async -> Set<String>,
        onMessage: @escaping @Sendable (String, Int64?) async -> Void = { _, _ in },
        onNote: @escaping @Sendable (String, String) -> Void = { _, _ in },
        onFailure: @escaping @Sendable (String, ContentError) -> Void = { _, _ in },
        now: @escaping @Sendable () -> Int64, isClockSet: @escaping @Sendable () -> Bool
    ) {
        (self.store, self.media, self.podcasts, self.tracks) = (store, media, podcasts, tracks)
        (self.playlists, self.learning, self.isClockSet) = (playlists, learning, isClockSet)
        (self.onNote, self.onFailure) = (onNote, onFailure)
        (self.topics, self.own, self.machines, self.onMessage, self.now) = (topics, own, machines, onMessage, now)
    }

    package func exchangeListening(_ machine: String, _ message: String) async throws -> String {
        var kinds = SharedKind.told(await topics())
        let paired = await machines()
        guard paired.contains(machine) else {
            throw ServiceError(.refused, "only a machine that is paired shares listening")
        }
        // Erasures are exchanged even if nothing is shared any longer.
        if kinds == [.erasures], try await !store.toldMachines().contains(machine) {
            throw ServiceError(
                .refused,
                "listening is not shared here; to share it: oncue config set handoff.share plays,positions,likes")
        }
        var answer = SharedMessage(kinds: kinds)
        if message.isEmpty {
            try await begin()
        } else {
            let message = try SharedMessage(text: message)
            let isApart = message.isFar(from: now())
            // Erasures name entries by their numbers, so they do not depend on the time.
            if isApart { kinds.formIntersection([.erasures]) } else { try await correctTimes(message.time) }
            // Only at the beginning of an exchange and not for each of many messages, since all titles are read.
            if message.parts.isEmpty { try await begin() }
            let parts = message.parts.filter { kinds.contains($0.stream.kind) }
            let before = try await store.sharedHave(of: machine)
            answer.note = try await store.takeShared(
                parts, from: machine, paired: paired, here: await here(parts), now: now())
            answer.taken = parts.taken(from: before, to: try await store.sharedHave(of: machine))
            try await noteRefused(parts, of: machine, paired, answer.note)
            if answer.note.isEmpty { answer.note = refused[machine]?.note ?? "" }
            noteReason(answer.note.isEmpty ? message.note : answer.note, machine, isFirst: message.parts.isEmpty)
            if parts.contains(where: { $0.stream.kind == .playlists }) { await sharePlaylists() }
            if parts.contains(where: { [.learnt, .erasures].contains($0.stream.kind) }) {
                await learning.noteElsewhere()
            }
            let count = try await store.sharedCount(kinds)
            var common = kinds.intersection(message.kinds)
            // The other machine has nothing that could be erased.
            if message.have.isEmpty { common.remove(.erasures) }
            answer.parts = try await ownParts(common, after: message.have)
            if !answer.parts.isEmpty { try await store.noteTold(machine) }
            if kinds.contains(.subscriptions) { follow() }
            if !isApart { await onMessage(machine, answer.parts.isEmpty ? count : nil) }
        }
        answer.have = try await store.sharedHave(of: machine)
        // Refused entries are counted as known, so that they are not sent again and again.
        if paired == refusing { answer.have.merge(refused[machine]?.streams ?? [:]) { max($0, $1) } }
        answer.time = now()
        return answer.text
    }

    /// Notes the reason why something was not taken, on either machine.
    ///
    /// - Parameter isFirst: Whether an exchange begins, so that earlier reasons no longer count.
    private func noteReason(_ reason: String, _ machine: String, isFirst: Bool) {
        if isFirst || !reason.isEmpty { notes[machine] = reason.isEmpty ? nil : reason }
        guard !reason.isEmpty, reason != told[machine]?.reason else { return }
        // The reason may be worded by the other machine, which could change it without end.
        if let last = told[machine]?.time, abs(now() - last) < Self.noteInterval { return }
        told[machine] = (reason, now())
        onNote(machine, reason)
    }

    package func listeningNotes() async throws -> [ListeningNote] {
        let paired = await machines()
        return notes.filter { paired.contains($0.key) }.sorted { $0.key < $1.key }.map { ListeningNote($0, $1) }
    }

    /// Notes the streams that the store refuses entirely, such as those that a machine sent under a former key.
    private func noteRefused(
        _ parts: [SharedPart], of machine: String, _ paired: Set<String>, _ note: String
    ) async throws(ContentError) {
        // If the set of paired machines has changed, the store is asked again.
        if paired != refusing { (refused, refusing) = ([:], paired) }
        guard !parts.isEmpty else { return }
        let have = try await store.sharedHave(of: machine)
        for part in parts where have[part.stream] == nil {
            var refusal = refused[machine] ?? Refusal()
            let isBegun = part.after == 0 || refusal.streams[part.stream] != nil
            guard isBegun, refusal.streams.count < SharedLimits.logs * SharedKind.allCases.count else { continue }
            refusal.streams[part.stream] = max(refusal.streams[part.stream] ?? 0, part.through)
            if refusal.note.isEmpty { refusal.note = note }
            refused[machine] = refusal
        }
    }

    /// Corrects times that lie in the future, but only if a time server has set the clock and the other machine's clock
    /// agrees: to a clock that is behind, as before it is set at startup, all of the past lies in the future.
    ///
    /// - Parameter there: The clock of the other machine; `nil` if it does not report it.
    private func correctTimes(_ there: Int64?) async throws(ContentError) {
        let here = now()
        guard let there, abs(here - there) <= SharedLimits.agreement, here >= SharedLimits.earliest, isClockSet()
        else { return }
        try await store.correctTimes(now: here)
    }

    private func begin() async throws(ContentError) {
        if let own = await own() { try await store.speak(as: own) }
        try await noteLists()
        // New items are looked up when they arrive.
        let subscribed = await podcasts.subscribed() ?? []
        let places = Places(library: libraryRevision, podcasts: Set(subscribed), quarterHour: now() / 900)
        if places != placed {
            try await placeWaiting()
            placed = places
        }
    }

    package func eraseListening(of machine: String) async throws -> Int {
        let count = try await store.eraseShared(of: machine)
        refused[machine] = nil
        await learning.noteElsewhere()
        return count
    }

    /// Adds the user's changes of podcasts and playlists, and new donations, to the log.
    ///
    /// - Throws: `storage`.
    package func noteLists() async throws(ContentError) {
        try await noteSubscriptions()
        // Donations that cannot be read are added another time, and do not hold up anything else.
        do throws(ContentError) { try await noteLearnt() } catch { onFailure("cannot tell what was learnt", error) }
        if await topics().contains(.playlists) { await sharePlaylists() }
    }

    /// Looks again for items that were not in the library when they arrived.
    ///
    /// - Throws: `storage`.
    package func noteLibrary() async throws(ContentError) {
        libraryRevision += 1
        try await placeWaiting()
        await learning.noteElsewhere()
        if await topics().contains(.playlists) { try await playlists.complete() }
    }

    /// Adds this machine's changes of playlists to the log, and carries out the changes of other machines, including
    /// those left unfinished before. Waits until that is done, but not for files on a server that does not answer.
    private func sharePlaylists() async {
        isPlaylistWorkDue = true
        let work =
            playlistWork
            ?? Task {
                while isPlaylistWorkDue {
                    isPlaylistWorkDue = false
                    do throws(ContentError) { try await playlists.follow() } catch {
                        onFailure("cannot bring playlists in line with other machines", error)
                    }
                }
                playlistWork = nil
            }
        playlistWork = work
        let (end, ending) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let patience = Task {
            try? await Task.sleep(for: Self.patience)
            ending.finish()
        }
        Task {
            await work.value
            ending.finish()
        }
        for await _ in end {}
        patience.cancel()
    }

    // MARK: Learnt donations

    /// Returns the donations of other machines for items that are on this one, in the order of time. Donations that are
    /// also known here, as in a copied home folder, are left out.
    ///
    /// - Throws: `storage`.
    package func learntElsewhere() async throws(ContentError) -> [Donation] {
        let found = try await store.learntElsewhere()
        guard !found.isEmpty else { return [] }
        let own = try await learning.known(found.map(\.register))
        let present = await learning.present(Set(found.map(\.donation.item)))
        return found.filter { !own.contains($0.register) && present.contains($0.donation.item) }.map(\.donation)
    }

    /// A number that grows when the result of ``learntElsewhere()`` may have changed.
    package var learntRevision: Int { get async { await store.learntRevision + libraryRevision } }

    /// Forgets a part of what was learnt, on this machine and in the log.
    ///
    /// - Parameter here: Forgets what this machine has learnt, and returns the number of donations forgotten.
    /// - Returns: The number of donations forgotten.
    /// - Throws: `storage`; call it again in that case.
    package func forgetLearnt(
        _ part: OnCueSuggestions.LearntPart, here: @escaping @Sendable () async throws(ContentError) -> Int
    ) async throws(ContentError) -> Int {
        // Taking turns keeps donations that were read earlier from being added meanwhile.
        try await inTurn { [store] () async throws(ContentError) in try await store.forgetLearnt(part) + here() }
    }

    private func noteLearnt() async throws(ContentError) {
        guard await topics().contains(.learnt) else { return }
        _ = try await inTurn { [learning, store] () async throws(ContentError) in
            try await learning.takeLearnt { (learnt) async throws(ContentError) in try await store.noteLearnt(learnt) }
            return 0
        }
    }

    private func inTurn(
        _ work: @escaping @Sendable () async throws(ContentError) -> Int
    ) async throws(ContentError) -> Int {
        let turn = Task { [learntTurn] () -> Result<Int, ContentError> in
            _ = await learntTurn?.value
            do throws(ContentError) { return .success(try await work()) } catch { return .failure(error) }
        }
        learntTurn = turn
        return try await turn.value.get()
    }

    // MARK: Podcasts

    private func noteSubscriptions() async throws(ContentError) {
        guard await topics().contains(.subscriptions), let present = await podcasts.subscribed() else { return }
        try await podcasts.takeChanges { [store] (changes) async throws(ContentError) in
            try await store.noteSubscriptions(changes, present: present)
        }
    }

    /// Follows the subscriptions of other machines. That may take as long as servers take to answer; no caller waits
    /// for it.
    private func follow() {
        isFollowingDue = true
        guard following == nil else { return }
        following = Task {
            while isFollowingDue {
                isFollowingDue = false
                await followWishes()
            }
            following = nil
        }
    }

    /// Returns when subscriptions match those of other machines, as far as the servers of podcasts answer.
    package func settleSubscriptions() async { await following?.value }

    private func followWishes() async {
        guard let wishes = try? await store.subscriptionWishes(), var present = await podcasts.subscribed() else {
            return
        }
        var silent = 0
        // The order changes each time, so that many servers that do not answer cannot keep another one waiting for
        // good.
        for wish in wishes.shuffled() {
            let known =
                Self.podcast(wish.item, among: present)
                ?? wish.here.flatMap { here in
                    present.first { $0.identifier == here }?.identifier
                }
            if wish.isOn, wish.here == nil || known == nil {
                guard let address = wish.item.entry?.address else { continue }
                let here = if let known { known } else { await podcasts.subscribe(address) }
                guard let here else {
                    silent += 1
                    guard silent < Self.mostSilent else { return }
                    continue
                }
                try? await store.noteFollowed(wish.item, here: here)
                if known != nil { continue }
            } else if !wish.isOn, let known {
                await podcasts.unsubscribe(known)
                try? await store.noteFollowed(wish.item, here: known)
            } else {
                continue
            }
            guard let now = await podcasts.subscribed() else { return }
            present = now
        }
    }

    private static func podcast(_ item: ToldItem, among present: [ToldItem]) -> ContentIdentifier? {
        present.first { $0.identifier == item.identifier || $0.entry?.address == item.entry?.address }?.identifier
    }

    // MARK: Sending

    private func ownParts(
        _ kinds: Set<SharedKind>, after have: [SharedStream: Int64]
    ) async throws(ContentError) -> [SharedPart] {
        guard !kinds.isEmpty else { return [] }
        let parts = try await store.sharedParts(kinds, after: have, limit: SharedLimits.entries)
        let items = Set(parts.flatMap(\.entries).compactMap { $0.change.item?.identifier })
            .filter { !ToldItem.common.contains($0.kind) }
        let found = await tracks(items.sorted { $0.description < $1.description })
        let described = await media.described(found)
        var entries: [ContentIdentifier: HandedEntry] = [:]
        for (track, entry) in zip(found, described) { if let entry { entries[track.identifier] = entry.bounded } }
        return Self.fitting(parts.map { Self.described($0, entries) })
    }

    private static func described(_ part: SharedPart, _ known: [ContentIdentifier: HandedEntry]) -> SharedPart {
        var part = part
        for index in part.entries.indices {
            if let item = part.entries[index].change.item, let entry = known[item.identifier] {
                part.entries[index].change = part.entries[index].change.about(ToldItem(item.identifier, entry))
            }
        }
        return part
    }

    /// Returns as much as fits into a message; a part that is cut continues in the next one. Each part has its share,
    /// so that one that is refused leaves room for the others.
    private static func fitting(_ parts: [SharedPart]) -> [SharedPart] {
        var (fitting, room): ([SharedPart], Int) = ([], SharedLimits.bytes * 7 / 8)
        // A playlist may take more than its share.
        let ordered =
            parts.filter { $0.stream.kind == .playlists } + parts.filter { $0.stream.kind != .playlists }
        for (index, part) in ordered.enumerated() {
            var (part, share, count) = (part, room / (ordered.count - index), 0)
            for entry in part.entries {
                let size = entry.json.text().utf8.count + 1
                guard size <= share || count == 0 && size <= room else { break }
                (share, room, count) = (share - size, room - size, count + 1)
            }
            if count < part.entries.count {
                guard count > 0 else { continue }
                part.through = part.entries[count - 1].number
                part.entries = Array(part.entries[..<count])
            }
            fitting.append(part)
        }
        return fitting
    }

    // MARK: Receiving

    /// Returns the identifiers on this machine of the items in parts.
    private func here(_ parts: [SharedPart]) async -> [ToldItem: ContentIdentifier] {
        await here(Array(Set(parts.flatMap(\.entries).compactMap(\.change.item))))
    }

    private func here(_ items: [ToldItem]) async -> [ToldItem: ContentIdentifier] {
        var here: [ToldItem: ContentIdentifier] = [:]
        let namesPodcasts = items.contains { $0.entry != nil && $0.identifier.kind == .podcast }
        let present = namesPodcasts ? await podcasts.subscribed() ?? [] : []
        for item in items where ToldItem.common.contains(item.identifier.kind) {
            // An item with an address is here if it is subscribed to.
            here[item] = item.entry == nil ? item.identifier : Self.podcast(item, among: present)
        }
        let described = items.filter { !ToldItem.common.contains($0.identifier.kind) && $0.entry != nil }
        let found = await media.found(described.compactMap(\.entry))
        for (item, track) in zip(described, found) { if let track { here[item] = track.identifier } }
        return here
    }

    /// Looks for items that were not here when they arrived.
    package func placeWaiting() async throws(ContentError) {
        var (number, hasPlaced): (Int64?, Bool) = (0, false)
        while let from = number {
            let (items, next) = try await store.waitingItems(from: from, limit: Self.waiting)
            let here = await here(items)
            if !here.isEmpty { try await store.place(here) }
            hasPlaced = hasPlaced || !here.isEmpty
            number = next
        }
        if hasPlaced { await learning.noteElsewhere() }
    }
}

extension SharedChange {
    /// Returns the same change with another description of its item.
    fileprivate func about(_ item: ToldItem) -> SharedChange {
        switch self {
        case .played(_, let kind, let position, let cause, let song):
            .played(item, kind, position: position, cause, song: song)
        case .left(_, let position): .left(item, position)
        case .liked(_, let like): .liked(item, like)
        case .rated(_, let halves): .rated(item, halves)
        case .learnt(_, let donation): .learnt(item, donation)
        case .subscribed, .listed, .erased, .removed: self
        }
    }
}
