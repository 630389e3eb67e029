// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Adds this machine's changes of playlists to the log, and carries out the changes of other machines.
///
/// If two machines change a playlist without knowing of each other's change, the later change wins. The machine whose
/// change loses keeps its version as a copy, so that nothing is lost; and a playlist that was changed here comes back
/// if it was deleted elsewhere.
package actor PlaylistSharing {
    /// The maximum number of playlists that are shared, and up to which playlists of other machines are added.
    static let limit = 2_000

    private let store: any SharedPlaylistStoring
    private let playlists: any SharedPlaylists
    private let machine: String
    private let now: @Sendable () -> Int64
    private var last: Task<Void, any Error>?

    /// - Parameters:
    ///   - machine: The name of this machine, which the titles of copies contain.
    ///   - now: Returns the seconds since 1970.
    package init(
        store: any SharedPlaylistStoring, playlists: any SharedPlaylists, machine: String,
        now: @escaping @Sendable () -> Int64
    ) {
        (self.store, self.playlists, self.machine, self.now) = (store, playlists, machine, now)
    }

    /// Carries out the changes of other machines, and adds the user's changes to the log. Whatever fails is tried again
    /// the next time.
    ///
    /// - Throws: `storage`.
    package func follow() async throws(ContentError) {
        try await inTurn { (sharing) async throws(ContentError) in
            try await sharing.carryOut()
            try await sharing.noteChanges()
        }
    }

    /// Looks again for entries that were not in the library when they arrived. This is not a change that is shared.
    ///
    /// - Throws: `storage`.
    package func complete() async throws(ContentError) {
        try await inTurn { (sharing) async throws(ContentError) in
            guard let (_, here) = await sharing.present() else { return }
            for (register, state) in try await sharing.store.knownPlaylists().sorted(by: { $0.key < $1.key }) {
                guard let version = state.versions.first, var held = state.held, let own = here[register],
                    held.stamp == own.stamp, held.contains(version),
                    let entries = try await sharing.store.playlist(version)?.entries,
                    let written = await sharing.playlists.complete(own, entries)
                else { continue }
                held.stamp = written.stamp
                try await sharing.store.hold(held)
            }
        }
    }

    /// Runs tasks one after the other, since each depends on the result of the one before.
    private func inTurn(
        _ work: @escaping @Sendable (isolated PlaylistSharing) async throws(ContentError) -> Void
    ) async throws(ContentError) {
        let former = last
        let task = Task { [self] in
            _ = await former?.result
            try await work(self)
        }
        last = task
        do { try await task.value } catch {
            throw error as? ContentError ?? ContentError(.storage, "playlists cannot be shared: \(error)")
        }
    }

    /// Returns the playlists on this machine, by the name under which they are shared. Of several whose names differ
    /// only in case or accents, the first one is returned.
    private func present() async -> (all: [OwnPlaylist], byRegister: [String: OwnPlaylist])? {
        guard let all = await playlists.all() else { return nil }
        let named = all.filter { SharedPlaylist.isName($0.name) }
        return (all, Dictionary(named.map { (SharedPlaylist.register($0.name), $0) }) { first, _ in first })
    }

    // MARK: Changes made here

    private func noteChanges() async throws(ContentError) {
        guard let (all, here) = await present() else { return }
        let known = try await store.knownPlaylists()
        var room = Self.limit - known.values.count { $0.held != nil }
        for (register, own) in here.sorted(by: { $0.key < $1.key }) where known[register]?.held?.stamp != own.stamp {
            if known[register]?.held == nil { room -= 1 }
            guard room >= 0 || known[register]?.held != nil else { continue }
            try await note(own, known[register] ?? KnownPlaylist())
        }
        let gone = known.filter { here[$0.key] == nil && $0.value.held?.stamp != nil }
        guard !gone.isEmpty else { return }
        let deleted = Dictionary(
            await playlists.deleted().map { (SharedPlaylist.register($0.key), $0.value) }
        ) { max($0, $1) }
        for (register, state) in gone.sorted(by: { $0.key < $1.key }) {
            guard var held = state.held else { continue }
            // A playlist that is only missing or cannot be read does not count as deleted.
            let isRenamed = all.contains {
                $0.identifier == held.identifier && SharedPlaylist.register($0.name) != register
            }
            guard isRenamed || deleted[register].map({ $0 >= min(held.time, now()) }) == true else { continue }
            (held.stamp, held.time) = (nil, now())
            try await store.notePlaylist(SharedPlaylist(held.name, nil, known: held.known), held)
        }
    }

    private func note(_ own: OwnPlaylist, _ state: KnownPlaylist) async throws(ContentError) {
        var held = HeldPlaylist(
            own.name, own.identifier, stamp: own.stamp, known: state.held?.known ?? [:], kept: state.held?.kept ?? [:],
            at: now())
        // The contents are the same: only the file was replaced, or it came in another way, or was written just before
        // this machine crashed. The user may have reused something of an older version.
        if let version = state.versions.first, !version.isDeletion,
            let entries = try await store.playlist(version)?.entries, await playlists.has(own, entries)
        {
            return try await store.hold(held.at(version))
        }
        guard let entries = await playlists.entries(of: own) else { return }
        let playlist = SharedPlaylist(own.name, entries, known: held.known)
        guard playlist.isBounded else {
            // For other machines the playlist stays as it was until it is smaller, and here it stays whatever they do.
            held.isUntold = true
            return try await store.hold(held)
        }
        try await store.notePlaylist(playlist, held)
    }

    // MARK: Changes made elsewhere

    private func carryOut() async throws(ContentError) {
        guard let (all, here) = await present() else { return }
        var room = Self.limit - all.count
        for (register, state) in try await store.knownPlaylists().sorted(by: { $0.key < $1.key }) {
            guard let news = state.news else { continue }
            let own = here[register]
            // Changes made here that are not in the log yet come first, and contents that no other machine has stay.
            if let own, own.stamp != state.held?.stamp || state.held?.isUntold == true { continue }
            if own == nil {
                if news.isDeletion, state.held == nil { continue }
                if !news.isDeletion { room -= 1 }
                guard room >= 0 || news.isDeletion else { continue }
            }
            guard let playlist = try await store.playlist(news) else { continue }
            try await carryOut(playlist, news, state, own)
        }
    }

    private func carryOut(
        _ playlist: SharedPlaylist, _ news: KnownPlaylist.Version, _ state: KnownPlaylist, _ own: OwnPlaylist?
    ) async throws(ContentError) {
        let former = state.held ?? HeldPlaylist(playlist.name, Self.nowhere, stamp: nil, at: now())
        var held = former.at(news)
        held.time = now()
        if let own, let loss = state.loss {
            guard let entries = try await store.playlist(loss)?.entries else { return }
            let isHere = await playlists.has(own, entries)
            if isHere, playlist.entries == nil {
                held.known.merge(former.known) { max($0, $1) }
                held.stamp = own.stamp
                return try await store.notePlaylist(SharedPlaylist(own.name, entries, known: held.known), held)
            }
            let isSame = if isHere, let theirs = playlist.entries { await has(own, theirs) } else { false }
            if !isSame {
                guard try await keepCopy(of: entries, named: own.name) else { return }
            }
            var former = former
            former.kept[loss.log] = max(former.kept[loss.log] ?? 0, loss.number)
            try await store.hold(former)
            held.kept = former.kept
        }
        guard let entries = playlist.entries else {
            // This is noted before the playlist is deleted: if it is gone after a crash, it was deleted here; if not,
            // it comes back.
            held.stamp = nil
            try await store.hold(held)
            if let own { _ = await playlists.delete(own) }
            return
        }
        var written = own
        if await !has(own, entries) {
            var replaced = own
            // If the accents differ, another playlist has replaced this one, which was deleted or renamed on the other
            // machine.
            if let own, own.name.lowercased() != playlist.name.lowercased() {
                var gone = former
                gone.stamp = nil
                try await store.hold(gone)
                guard await playlists.delete(own) else { return }
                replaced = nil
            }
            written = await playlists.write(replaced?.name ?? playlist.name, entries, instead: replaced)
        }
        guard let written else { return }
        (held.name, held.identifier, held.stamp) = (written.name, written.identifier, written.stamp)
        try await store.hold(held)
    }

    private func has(_ own: OwnPlaylist?, _ entries: [HandedEntry]) async -> Bool {
        if let own { await playlists.has(own, entries) } else { false }
    }

    /// Writes entries to a new playlist under a free name.
    ///
    /// - Returns: Whether they were written.
    private func keepCopy(of entries: [HandedEntry], named name: String) async throws(ContentError) -> Bool {
        guard let (_, here) = await present() else { return false }
        let plain = String(machine.map { $0 == "/" ? "-" : $0 }).shortened(toBytes: 64)
        for number in 1...99 {
            let copy = Self.copy(of: name, " (\(number == 1 ? plain : "\(plain) \(number)"))")
            guard let known = here[SharedPlaylist.register(copy)] else {
                return await playlists.write(copy, entries, instead: nil) != nil
            }
            // The copy was written just before this machine crashed.
            if await playlists.has(known, entries) { return true }
        }
        return false
    }

    /// Returns the name with an ending, shortened so that it can be the name of a file.
    static func copy(of name: String, _ ending: String) -> String {
        var parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let title = parts.removeLast().shortened(toBytes: titleLimit - ending.utf8.count)
        return (parts + [title + ending]).joined(separator: "/")
    }

    /// The maximum size of a title, in bytes.
    private static let titleLimit = 200

    /// The identifier of a playlist that was never on this machine.
    private static let nowhere = StableKey(hashing: [UInt8]()).identifier(.playlist)
}
