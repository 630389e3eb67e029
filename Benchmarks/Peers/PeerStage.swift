// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What all players share: a bus, a sound server, one folder of music.
final class PeerStage {
    /// Where the generated library lies in the folder of music.
    static let libraryName = "Library"
    static let soundsName = "Sounds"
    /// A file with a picture beside it.
    static let pictured = soundsName + "/Pictured/quiet.wav"
    static let squareLevels = (quiet: Float(0.1)...0.35, loud: Float(0.5)...0.8)
    /// How long each of two tracks is that are played one after the other.
    static let seconds = 3

    let sandbox: Sandbox
    let options: BenchOptions
    let bus: PrivateMessageBus
    let sound: SoundServer
    let music: String
    let corpus: MusicCorpus
    /// How many files everyone finds.
    let count: Int
    private(set) var peers: [any Peer] = []
    /// The players that are not installed, with the packages that have them.
    private(set) var absent: [(name: String, packages: String)] = []
    /// What went wrong without hindering the rest, each as a sentence.
    private(set) var notes: [String] = []
    private var stocked: Set<String> = []
    private let bench: Bench

    /// - Parameter trackCount: Size of the generated library; as the command line says if absent.
    init(_ bench: Bench, trackCount: Int? = nil) async throws {
        self.bench = bench
        sandbox = bench.sandbox
        options = bench.options
        guard let sound = try await SoundServer.start(in: bench.sandbox) else {
            throw BenchError("there is no pulseaudio or no parec; install the packages with: make bench-peers")
        }
        self.sound = sound
        bus = try PrivateMessageBus(in: bench.sandbox)
        music = bench.sandbox.newPath("music")
        try Files.makeFolder(music)
        corpus = try MusicCorpus(
            count: trackCount ?? bench.options.trackCount, seeds: bench.options.root + "/Tests/Fixtures",
            folder: music + "/" + Self.libraryName, tellsLength: true)
        count = corpus.count + PeerSound.allCases.count + 1
        try makeSounds(bench)
        peers = try await freshPeers()
        absent = Self.packages.filter { package in !peers.contains { $0.name == package.0 } }
        if Files.program("playerctl") == nil { absent.append(("playerctl", "playerctl")) }
    }

    /// Another stage, with a library of another size.
    func another(trackCount: Int) async throws -> PeerStage { try await PeerStage(bench, trackCount: trackCount) }

    /// Ends its sound server and its bus, and removes its library; no player runs any more.
    func remove() {
        sound.stop()
        bus.stop()
        Files.remove(music)
    }

    /// The same players in other homes, where they know of nothing.
    func freshPeers() async throws -> [any Peer] {
        let makers: [() async throws -> (any Peer)?] = [
            { try await OnCuePeer(self) }, { try MPDPeer(self) }, { try MopidyPeer(self) }, { try MpvPeer(self) },
        ]
        var peers: [any Peer] = []
        for make in makers { if let peer = try await make() { peers.append(peer) } }
        return peers
    }

    private static let packages = [
        ("MPD", "mpd and mpc"), ("Mopidy", "mopidy, mopidy-local, mopidy-mpd and mopidy-mpris"),
        ("mpv", "mpv and mpv-mpris"),
    ]

    private func makeSounds(_ bench: Bench) throws(BenchError) {
        let folder = music + "/" + Self.soundsName
        try Files.makeFolder(folder)
        let squares = [
            (PeerSound.quiet, 0.2, 20), (.loud, 0.6, 20), (.first, 0.2, Self.seconds), (.second, 0.6, Self.seconds),
        ]
        for (sound, level, seconds) in squares {
            try Files.write(SquareWave.file(level: level, seconds: seconds), to: path(of: sound))
        }
        let cover = bench.options.root + "/Media/Small Hours Collective/Kitchen Table Sessions/cover.jpg"
        try Files.makeFolder(folder + "/Pictured")
        try Files.write(Files.bytes(cover), to: folder + "/Pictured/cover.jpg")
        try Files.write(SquareWave.file(level: 0.2, seconds: 20), to: music + "/" + Self.pictured)
        for (sound, suffix) in [(PeerSound.flac, "flac"), (.mp3, "mp3")] {
            // The shortest one, since it is played to its end.
            var files: [[UInt8]] = []
            for file in Files.all(below: bench.options.root + "/Media") where file.hasSuffix(suffix) {
                files.append(try Files.bytes(file))
            }
            guard let file = files.min(by: { $0.count < $1.count }) else {
                throw BenchError("there is no \(suffix) file in Media/")
            }
            try Files.write(file, to: path(of: sound))
        }
    }

    /// The last part of the path of the folder of music.
    var musicName: String { music.split(separator: "/").last.map(String.init) ?? music }

    func path(of sound: PeerSound) -> String { music + "/" + sound.path }

    /// Any program, with a home of its own and all that is shared.
    func program(
        _ words: [String], home: String, output: ChildProgram.Destination = .nowhere,
        error: ChildProgram.Destination = .nowhere, _ variables: [String: String] = [:]
    ) -> ChildProgram {
        let all = sandbox.variables(home: home)
            .merging(["DBUS_SESSION_BUS_ADDRESS": bus.address, "PULSE_SERVER": sound.address]) { $1 }
            .merging(variables) { $1 }
        return ChildProgram(words, variables: all, output: output, error: error, in: sandbox)
    }

    /// Asks a player by MPRIS for all that it tells of what plays.
    func mprisAsker(_ name: String) throws -> () async throws -> Void {
        let client = try WireClient(socket: bus.path)
        let call = WireCall(
            "GetAll", of: "org.freedesktop.DBus.Properties", at: "/org/mpris/MediaPlayer2",
            on: "org.mpris.MediaPlayer2." + name, ["org.mpris.MediaPlayer2.Player"])
        return { try client.call(call) }
    }

    /// Has each player know the whole library, and run.
    func startStocked() async throws {
        try await start(peers)
    }

    /// Has some players know the whole library, and run.
    func start(_ peers: [any Peer]) async throws {
        for peer in peers {
            _ = try await peer.start()
            if peer.hasLibrary, stocked.insert(peer.name).inserted { _ = try await peer.scan() }
        }
        for peer in peers { try await peer.settle() }
    }

    func note(_ sentence: String) {
        if !notes.contains(sentence) { notes.append(sentence) }
    }

    /// Notes that a player has read the library.
    func noteStocked(_ peer: any Peer) { stocked.insert(peer.name) }

    func stopAll() {
        for peer in peers { peer.stop() }
    }

    /// Tries something until it works.
    func wait(for limit: Duration, _ what: String, until isDone: () throws -> Bool) async throws {
        let deadline = ContinuousClock.now + limit
        while !((try? isDone()) ?? false) {
            guard ContinuousClock.now < deadline else { throw BenchError("\(what) does not come to be") }
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
