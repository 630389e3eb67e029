// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Somebody who does one thing after the other at random, and knows what must come of it.
struct SoakPerson {
    private static let longestQueue = 500
    private static let mostPlaylists = 20

    let daemon: Daemon
    let host: Host
    let corpus: MusicCorpus
    var model = SoakModel()
    /// How often each thing was done.
    private(set) var deeds: [String: Int] = [:]
    private var random: SplitMix64
    private var number = 0

    private var client: OnCueConnection { daemon.client }

    init(_ daemon: Daemon, at host: Host, _ corpus: MusicCorpus, seed: UInt64) {
        (self.daemon, self.host, self.corpus) = (daemon, host, corpus)
        random = SplitMix64(seed: seed)
    }

    /// Brings the daemon to what the model says.
    func begin() async throws {
        try await client.perform(.setVolume(model.volume))
        try await client.perform(.setSimilar(false))
        try await client.setSuggestions([.coolDown(.zero)])
    }

    /// Does one thing, and looks whether everything is as it must be then.
    ///
    /// - Throws: ``BenchError`` where it is not.
    mutating func step() async throws {
        number += 1
        let name = try await deed()
        deeds[name, default: 0] += 1
        let wrong = model.contradictions(try await client.nowPlaying())
        guard wrong.isEmpty else {
            throw BenchError("after step \(number) (\(name)): " + wrong.joined(separator: "; "))
        }
    }

    /// Ends what plays.
    mutating func rest() async throws {
        try await client.perform(.stop)
        model.statuses = [.stopped]
    }

    private mutating func deed() async throws -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<18: try await play()
        case 18..<30: try await transport()
        case 30..<42: try await loudness()
        case 42..<48: try await modes()
        case 48..<58: try await queue()
        case 58..<68: try await search()
        case 68..<78: try await browse()
        case 78..<86: try await playlists()
        case 86..<92: try await favourite()
        case 92..<95: try await visit()
        case 95..<98: try await trigger()
        default: try await scan()
        }
    }

    private mutating func place(_ kind: String) async throws -> ContentRecord {
        let total = try await client.children(of: "Library/" + kind, offset: 0, limit: 1).total
        let offset = Int.random(in: 0..<max(1, total), using: &random)
        let found = try await client.children(of: "Library/" + kind, offset: offset, limit: 1).items.first
        guard let found else { throw BenchError("there is nothing in \(kind)") }
        return found
    }

    // MARK: Playing

    private mutating func play() async throws -> String {
        let item = try await place(Bool.random(using: &random) ? "Albums" : "Tracks")
        let played = try await client.play(item.identifier, PlayOptions())
        model.queueLength = played.count
        model.statuses = [.playing, .stopped]
        return "play"
    }

    private mutating func transport() async throws -> String {
        guard model.queueLength > 0 else { return "nothing" }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            try await client.perform(.pause)
            if model.statuses.contains(.playing) { model.statuses = [.paused, .stopped] }
        case 1:
            try await client.perform(.stop)
            model.statuses = [.stopped]
        case 2:
            // At the end of the queue there is nothing more.
            try? await client.perform(.next)
            model.statuses.insert(.stopped)
        default: try? await client.perform(.seek(to: .milliseconds(Int.random(in: 0..<500, using: &random))))
        }
        return "transport"
    }

    private mutating func loudness() async throws -> String {
        if Int.random(in: 0..<4, using: &random) == 0 {
            model.isMuted.toggle()
            try await client.perform(.setMuted(model.isMuted))
        } else {
            model.volume = Double(Int.random(in: 0...100, using: &random)) / 100
            try await client.perform(.setVolume(model.volume))
        }
        return "volume"
    }

    private mutating func modes() async throws -> String {
        // What repeats for ever would never end by itself, which is as well.
        model.repeatMode = [RepeatMode.off, .all].randomElement(using: &random) ?? .off
        try await client.perform(.setRepeatMode(model.repeatMode))
        model.shuffleMode = [ShuffleMode.off, .tracks].randomElement(using: &random) ?? .off
        try await client.perform(.setShuffleMode(model.shuffleMode))
        return "modes"
    }

    private mutating func queue() async throws -> String {
        guard model.queueLength < Self.longestQueue else {
            try await client.perform(.clearQueue)
            (model.queueLength, model.statuses) = (0, [.stopped])
            return "clear"
        }
        let item = try await place("Albums")
        model.queueLength += try await client.enqueue(item.identifier, EnqueueOptions()).count
        _ = try await client.queue(offset: 0, limit: 50)
        return "queue"
    }

    // MARK: Looking

    private mutating func search() async throws -> String {
        let item = try await place("Tracks")
        let word = item.title.split(separator: " ").first.map { String($0.prefix(4)) } ?? item.title
        let found = try await client.search(word, offset: 0, limit: 20)
        guard found.total > 0 else { throw BenchError("nothing is found for \"\(word)\" of \"\(item.title)\"") }
        return "search"
    }

    private mutating func browse() async throws -> String {
        let item = try await place(["Albums", "Artists", "Genres"].randomElement(using: &random) ?? "Albums")
        let listing = try await client.children(of: item.identifier, offset: 0, limit: 50)
        guard listing.total > 0 else { throw BenchError("\"\(item.title)\" is empty") }
        return "browse"
    }

    /// Another program comes, asks, and goes.
    private mutating func visit() async throws -> String {
        let visitor = host.connect()
        for _ in 0..<Int.random(in: 1...5, using: &random) { _ = try await visitor.nowPlaying() }
        return "visit"
    }

    private mutating func scan() async throws -> String {
        try corpus.changeOneFile(number)
        _ = try await daemon.scan { _ in true }
        return "scan"
    }

    // MARK: On cue

    /// Something comes while nothing plays; what is suggested is taken, refused or left.
    private mutating func trigger() async throws -> String {
        try await rest()
        let kind = ["headphones", "car", "unlock"].randomElement(using: &random) ?? "unlock"
        let name = kind == "unlock" ? nil : "\(kind) \(Int.random(in: 0..<4, using: &random))"
        let result = try await client.simulate(SimulationRequest(kind: kind, name: name))
        guard result.isRaised, let offered = result.suggestions.randomElement(using: &random) else { return "trigger" }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            _ = try await client.acceptSuggestion(offered.id)
            model.queueLength = try await client.nowPlaying().queueLength
            model.statuses = [.playing, .stopped]
            return "accept"
        case 1:
            try await client.dismissSuggestion(offered.id, .notNow)
            return "dismiss"
        default: return "suggestion"
        }
    }

    // MARK: Keeping

    private mutating func playlists() async throws -> String {
        if model.playlists.count >= Self.mostPlaylists, let oldest = model.playlists.keys.sorted().first {
            try await client.deletePlaylist(oldest)
            model.playlists[oldest] = nil
            return "delete a playlist"
        }
        guard let list = model.playlists.keys.sorted().randomElement(using: &random), Bool.random(using: &random) else {
            model.playlists[try await client.createPlaylist("Soak \(number)", format: "")] = 0
            return "make a playlist"
        }
        let added = try await client.add([try await place("Tracks").identifier], toPlaylist: list, at: nil).count
        let count = (model.playlists[list] ?? 0) + added
        model.playlists[list] = count
        let total = try await client.children(of: list, offset: 0, limit: 1).total
        guard total == count else { throw BenchError("a playlist of \(count) entries has \(total)") }
        return "add to a playlist"
    }

    private mutating func favourite() async throws -> String {
        let item = try await place("Tracks")
        let isNew = model.favourites.insert(item.identifier).inserted
        if !isNew { model.favourites.remove(item.identifier) }
        try await client.setFavourite(item.identifier, isNew)
        let total = try await client.search("favourite", offset: 0, limit: 1).total
        guard total >= model.favourites.count else {
            throw BenchError("of \(model.favourites.count) favourites \(total) are found")
        }
        return "favourite"
    }
}
