// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON

/// Mopidy with Mopidy-Local, asked by JSON-RPC over HTTP; Mopidy-MPD serves mpc, Mopidy-MPRIS the bus.
final class MopidyPeer: Peer {
    let name = "Mopidy"
    let hasLibrary = true
    private(set) var process: pid_t = 0
    private unowned let stage: PeerStage
    private let program: String
    private let home: String
    private let port: UInt16
    private var settings: String { home + "/mopidy.conf" }

    /// `nil` when mopidy or mopidy-local is not installed.
    init?(_ stage: PeerStage) throws {
        guard let program = Files.program("mopidy"),
            Files.isThere("/usr/lib/python3/dist-packages/mopidy_local")
        else { return nil }
        (self.stage, self.program) = (stage, program)
        home = stage.sandbox.newPath("mopidy")
        port = try LocalSocket.freePort()
        try Files.makeFolder(home)
        let settings = """
            [core]
            cache_dir = \(home)/cache
            config_dir = \(home)/config
            data_dir = \(home)/data
            [logging]
            verbosity = -1
            [audio]
            output = pulsesink
            [http]
            hostname = 127.0.0.1
            port = \(port)
            zeroconf =
            [mpd]
            hostname = unix:\(home)/socket
            zeroconf =
            [local]
            media_dir = \(stage.music)
            max_search_results = 50
            [file]
            enabled = false
            [m3u]
            enabled = false
            [stream]
            enabled = false
            """
        try Files.write(Array(settings.utf8), to: self.settings)
    }

    func start() async throws -> Duration {
        let begin = ContinuousClock.now
        process = try stage.program([program, "--config", settings], home: home).start()
        try await stage.wait(for: .seconds(60), "an answer of mopidy") {
            _ = try JSONRequests(port: port).ask("core.get_version")
            return true
        }
        return begin.duration(to: .now)
    }

    /// Its other faces come up behind the one that answers first.
    func settle() async throws {
        try await stage.wait(for: .seconds(10), "mopidy's socket for mpc") { Files.isThere(home + "/socket") }
    }

    func stop() { stage.sandbox.processes.end(process) }

    /// A program of its own does it, beside the server.
    func scan() async throws -> Duration {
        let time = try stage.program([program, "--config", settings, "local", "scan"], home: home).run()
        let requests = try JSONRequests(port: port)
        let known = try requests.ask("core.library.browse", ["uri": "local:directory?type=track"])
        guard known.arrayValue?.count == stage.count else {
            throw BenchError("Mopidy knows \(known.arrayValue?.count ?? 0) of \(stage.count) files")
        }
        return time
    }

    func forget() async throws { for name in ["data", "cache"] { Files.remove(home + "/" + name) } }

    // MARK: Questions

    func asker(_ question: PeerQuestion) async throws -> (() async throws -> Void)? {
        if case .mprisStatus = question {
            return Files.isThere("/usr/lib/python3/dist-packages/mopidy_mpris") ? try stage.mprisAsker("mopidy") : nil
        }
        let requests = try JSONRequests(port: port)
        guard let calls = try calls(question, requests) else { return nil }
        let request = requests.request(calls)
        return { try requests.send(request) }
    }

    private func calls(_ question: PeerQuestion, _ requests: JSONRequests) throws -> [JSONRequests.Call]? {
        switch question {
        case .search(let word):
            return [("core.library.search", ["query": .object([.init("any", .array([.string(word)]))])])]
        case .page:
            // There are no pages: clients read everything.
            return [("core.library.browse", ["uri": "local:directory?type=track"])]
        case .album(let title):
            let albums = try requests.ask("core.library.browse", ["uri": "local:directory?type=album"])
            guard let album = albums.arrayValue?.first(where: { $0["name"]?.stringValue == title }),
                let uri = album["uri"]?.stringValue
            else { throw BenchError("Mopidy has no album \(title)") }
            return [("core.library.browse", ["uri": .string(uri)])]
        case .status:
            return ["get_current_tl_track", "get_state", "get_time_position"].map { ("core.playback." + $0, [:]) }
        case .folder, .mprisStatus: return nil
        }
    }

    func statusCommand(on screen: TerminalScreen?) throws -> ChildProgram? {
        guard let client = Files.program("mpc"), Files.isThere("/usr/lib/python3/dist-packages/mopidy_mpd") else {
            return nil
        }
        return stage.program(
            [client, "status"], home: home, output: screen?.output ?? .nowhere, ["MPD_HOST": home + "/socket"])
    }

    // MARK: Playing

    func play(_ sounds: [PeerSound]) async throws {
        let uris = JSONValue.array(sounds.map { .string("local:track:" + $0.path) })
        try send([
            ("core.tracklist.clear", [:]), ("core.tracklist.add", ["uris": uris]), ("core.playback.play", [:]),
        ])
    }

    func pause() async throws { try send([("core.playback.pause", [:])]) }

    func silence() async throws { try send([("core.playback.stop", [:])]) }

    private func send(_ calls: [JSONRequests.Call]) throws {
        let requests = try JSONRequests(port: port)
        try requests.send(requests.request(calls))
    }
}
