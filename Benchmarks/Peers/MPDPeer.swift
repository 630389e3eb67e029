// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// MPD, asked over its local socket.
final class MPDPeer: Peer {
    let name = "MPD"
    let hasLibrary = true
    private(set) var process: pid_t = 0
    private unowned let stage: PeerStage
    private let program: String
    private let client: String
    private let home: String
    var socket: String { home + "/socket" }
    private var connection: MPDProtocol?

    /// `nil` when mpd or mpc is not installed.
    init?(_ stage: PeerStage) throws {
        guard let program = Files.program("mpd") ?? ["/usr/sbin/mpd"].first(where: Files.isProgram),
            let client = Files.program("mpc")
        else { return nil }
        (self.stage, self.program, self.client) = (stage, program, client)
        home = stage.sandbox.newPath("mpd")
        for folder in [home, home + "/music"] { try Files.makeFolder(folder) }
        // Without a larger buffer it sends away whoever asks for all songs of a large library.
        let settings = """
            music_directory "\(home)/music"
            db_file "\(home)/database"
            state_file "\(home)/state"
            log_file "\(home)/log"
            bind_to_address "\(home)/socket"
            zeroconf_enabled "no"
            max_output_buffer_size "131072"
            audio_output {
                type "pulse"
                name "pulse"
                server "\(stage.sound.address)"
            }
            """
        try Files.write(Array(settings.utf8), to: home + "/mpd.conf")
    }

    func start() async throws -> Duration {
        let begin = ContinuousClock.now
        process = try stage.program([program, "--no-daemon", home + "/mpd.conf"], home: home).start()
        try await stage.wait(for: .seconds(30), "an answer of mpd") {
            connection = try MPDProtocol(socket: socket)
            return true
        }
        return begin.duration(to: .now)
    }

    /// Without a database it looks at once for what is there, which is nothing.
    func settle() async throws {
        // Started once at the end of those that are under way.
        if access(home + "/music/" + PeerStage.soundsName, F_OK) != 0 { try command("update", "--wait").run() }
    }

    func stop() {
        connection = nil
        stage.sandbox.processes.end(process)
    }

    func scan() async throws -> Duration {
        try await settle()
        for folder in [PeerStage.libraryName, PeerStage.soundsName] {
            guard symlink(stage.music + "/" + folder, home + "/music/" + folder) == 0 || errno == EEXIST else {
                throw BenchError.system("make a symbolic link", errno)
            }
        }
        let time = try command("update", "--wait").run()
        let list = stage.sandbox.newPath("list")
        defer { Files.remove(list) }
        try command("listall", output: .file(list)).run()
        let known = try Files.bytes(list).count { $0 == UInt8(ascii: "\n") }
        guard known == stage.count else { throw BenchError("MPD knows \(known) of \(stage.count) files") }
        return time
    }

    func forget() async throws {
        for folder in [PeerStage.libraryName, PeerStage.soundsName] { unlink(home + "/music/" + folder) }
        unlink(home + "/database")
        unlink(home + "/state")
    }

    // MARK: Questions

    func asker(_ question: PeerQuestion) async throws -> (() async throws -> Void)? {
        guard let words = Self.words(question) else { return nil }
        let connection = try MPDProtocol(socket: socket)
        return { try connection.ask(words) }
    }

    private static func words(_ question: PeerQuestion) -> String? {
        switch question {
        case .search(let word): "search any \"\(word)\" window 0:50"
        case .page(let offset):
            // In the order of the database, which is the quickest that it has.
            "find \"(modified-since '1970-01-02T00:00:00Z')\" window \(offset):\(offset + 50)"
        case .album(let title): "find album \"\(title)\""
        case .folder(let path): "lsinfo \"\(PeerStage.libraryName)/\(path)\""
        case .status: "command_list_begin\nstatus\ncurrentsong\ncommand_list_end"
        case .mprisStatus: nil
        }
    }

    func statusCommand(on screen: TerminalScreen?) throws -> ChildProgram? {
        command("status", output: screen?.output ?? .nowhere)
    }

    private func command(_ words: String..., output: ChildProgram.Destination = .nowhere) -> ChildProgram {
        stage.program([client] + words, home: home, output: output, ["MPD_HOST": socket])
    }

    // MARK: Playing

    func play(_ sounds: [PeerSound]) async throws {
        let add = sounds.map { "add \"\($0.path)\"\n" }.joined()
        try running().ask("command_list_begin\nclear\n\(add)play\ncommand_list_end")
    }

    func pause() async throws { try running().ask("pause 1") }

    func silence() async throws { try running().ask("stop") }

    private func running() throws(BenchError) -> MPDProtocol {
        guard let connection else { throw BenchError("mpd does not run") }
        return connection
    }
}
