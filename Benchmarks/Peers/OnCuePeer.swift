// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// OnCue as one player among others. Questions go as bare D-Bus calls to its own socket, as those to the others go as bare
/// lines to theirs; only MPRIS is asked over the bus.
final class OnCuePeer: Peer {
    let name = "OnCue"
    let hasLibrary = true
    private unowned let stage: PeerStage
    private var host: Host
    private var daemon: Daemon?
    private var knowsFolder = false
    /// By which it is told what to play, as the others are by theirs.
    private var player: WireClient?

    init(_ stage: PeerStage) async throws {
        self.stage = stage
        host = try await Self.host(stage)
    }

    private static func host(_ stage: PeerStage) async throws -> Host {
        try await Host(
            in: stage.sandbox, output: "pulsesink", on: stage.bus, ["PULSE_SERVER": stage.sound.address])
    }

    var process: pid_t { daemon?.process ?? 0 }

    /// Where its catalog lies.
    var catalog: String { host.home + "/data/oncue/catalog.sqlite" }

    func start() async throws -> Duration {
        let daemon = try await host.start()
        self.daemon = daemon
        player = nil
        return daemon.startTime
    }

    func settle() async throws { try await running().waitForQuiet() }

    func stop() {
        daemon?.stop()
        (daemon, player) = (nil, nil)
    }

    func scan() async throws -> Duration {
        let count = stage.count
        if knowsFolder { return try await running().scan { $0.unchanged == count } }
        knowsFolder = true
        return try await running().add(stage.music, expecting: count)
    }

    func forget() async throws {
        host.remove()
        host = try await Self.host(stage)
        knowsFolder = false
    }

    // MARK: For clients of MPD

    private var listener: pid_t = 0

    /// The processes behind the socket for clients of MPD.
    var processes: [pid_t] { [process, listener] }

    /// Starts `oncue-mpd`, which then knows the library, as MPD does.
    ///
    /// - Returns: Its socket.
    func startMPD() async throws -> String {
        let socket = try await listen()
        try MPDProtocol(socket: socket).ask("stats")
        try await stage.wait(for: .seconds(10), "a file with the songs") {
            access(host.home + "/state/oncue/mpd-songs", F_OK) == 0
        }
        return socket
    }

    /// Ends both programs, and starts them again.
    ///
    /// - Returns: The socket of `oncue-mpd`, which listens.
    func restartMPD() async throws -> String {
        stopMPD()
        stop()
        _ = try await start()
        return try await listen()
    }

    /// Where `oncue-mpd` listens.
    var mpdSocket: String { host.home + "/runtime/mpd/socket" }

    private func listen() async throws -> String {
        let socket = mpdSocket
        listener = try host.program([try Files.programBeside("oncue-mpd"), "listen"]).start()
        try await stage.wait(for: .seconds(10), "an answer of oncue-mpd") {
            _ = try MPDProtocol(socket: socket)
            return true
        }
        return socket
    }

    func stopMPD() { stage.sandbox.processes.end(listener) }

    // MARK: Questions

    func asker(_ question: PeerQuestion) async throws -> (() async throws -> Void)? {
        if case .mprisStatus = question { return try stage.mprisAsker("oncue") }
        let client = try WireClient(socket: host.directSocket)
        let call = call(question)
        return { try client.call(call) }
    }

    /// A call that the service answers without looking at anything.
    func ping(_ question: PeerQuestion) throws -> () throws -> Void {
        let client =
            if case .mprisStatus = question { try WireClient(socket: stage.bus.path) } else {
                try WireClient(socket: host.directSocket)
            }
        let call = WireCall(
            "Ping", of: "org.freedesktop.DBus.Peer", at: ServiceNames.objectPath, on: ServiceNames.busName)
        return { try client.call(call) }
    }

    private func call(_ question: PeerQuestion) -> WireCall {
        switch question {
        case .search(let word): Self.call("Search", [.string(word), .number(0), .number(50)])
        case .page(let offset): Self.children(ContentSection.tracks.identifier.description, offset)
        case .album(let title): Self.children("Albums/" + title)
        case .folder(let path): Self.children("Folders/\(stage.musicName)/\(PeerStage.libraryName)/" + path)
        case .status, .mprisStatus:
            WireCall(
                "GetNowPlaying", of: ServiceNames.nowPlaying, at: ServiceNames.objectPath, on: ServiceNames.busName)
        }
    }

    private static func children(_ place: String, _ offset: Int = 0) -> WireCall {
        call("GetChildren", [.string(place), .number(UInt32(offset)), .number(50), .noOptions])
    }

    private static func call(_ member: String, _ arguments: [WireCall.Argument]) -> WireCall {
        WireCall(
            member, of: ServiceNames.playableContent, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments)
    }

    func statusCommand(on screen: TerminalScreen?) throws -> ChildProgram? {
        guard let screen else { return try host.command("now") }
        return try host.command(on: screen, "now")
    }

    // MARK: Playing

    func play(_ sounds: [PeerSound]) async throws {
        let player = try player ?? WireClient(socket: host.directSocket)
        self.player = player
        for (index, sound) in sounds.enumerated() {
            let place = MediaLocation(filePath: Array(stage.path(of: sound).utf8)).uri
            try player.call(
                WireCall(
                    index == 0 ? "Play" : "Enqueue", of: ServiceNames.playback, at: ServiceNames.objectPath,
                    on: ServiceNames.busName, [.string(place), .noOptions]))
        }
    }

    func pause() async throws { try await running().client.perform(.pause) }

    func silence() async throws { try await running().client.perform(.stop) }

    private func running() throws(BenchError) -> Daemon {
        guard let daemon else { throw BenchError("oncued does not run") }
        return daemon
    }
}
