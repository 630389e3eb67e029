// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// mpv without a window, asked over its socket for JSON; mpv-mpris puts it on the bus.
final class MpvPeer: Peer {
    let name = "mpv"
    let hasLibrary = false
    private(set) var process: pid_t = 0
    private unowned let stage: PeerStage
    private let program: String
    private let home: String
    private var connection: MpvSocket?
    private var socket: String { home + "/socket" }

    /// `nil` when mpv is not installed.
    init?(_ stage: PeerStage) throws {
        guard let program = Files.program("mpv") else { return nil }
        (self.stage, self.program) = (stage, program)
        home = stage.sandbox.newPath("mpv")
        try Files.makeFolder(home)
    }

    func start() async throws -> Duration {
        let words = [
            program, "--idle=yes", "--no-video", "--no-terminal", "--ao=pulse", "--gapless-audio=yes",
            "--prefetch-playlist=yes", "--input-ipc-server=" + socket,
        ]
        unlink(socket)
        let begin = ContinuousClock.now
        process = try stage.program(words, home: home).start()
        try await stage.wait(for: .seconds(30), "an answer of mpv") {
            let connection = try MpvSocket(socket)
            try connection.ask(["\"get_property\", \"idle-active\""])
            self.connection = connection
            return true
        }
        return begin.duration(to: .now)
    }

    func settle() async throws {}

    func stop() {
        connection = nil
        stage.sandbox.processes.end(process)
    }

    func scan() async throws -> Duration { throw BenchError("mpv has no library") }

    func forget() async throws {}

    func asker(_ question: PeerQuestion) async throws -> (() async throws -> Void)? {
        switch question {
        case .status:
            let connection = try MpvSocket(socket)
            let properties = ["filtered-metadata", "pause", "time-pos"].map { "\"get_property\", \"\($0)\"" }
            return { try connection.ask(properties) }
        case .mprisStatus:
            return Files.isThere("/etc/mpv/scripts/mpris.so") ? try stage.mprisAsker("mpv") : nil
        default: return nil
        }
    }

    func statusCommand(on screen: TerminalScreen?) throws -> ChildProgram? { nil }

    func play(_ sounds: [PeerSound]) async throws {
        let files = sounds.enumerated().map { index, sound in
            "\"loadfile\", \"\(stage.path(of: sound))\", \"\(index == 0 ? "replace" : "append")\""
        }
        try running().ask(["\"set_property\", \"pause\", false"] + files)
    }

    func pause() async throws { try running().ask(["\"set_property\", \"pause\", true"]) }

    func silence() async throws { try running().ask(["\"stop\""]) }

    private func running() throws(BenchError) -> MpvSocket {
        guard let connection else { throw BenchError("mpv does not run") }
        return connection
    }
}

/// A connection that speaks mpv's JSON IPC.
private final class MpvSocket {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(_ path: String) throws(BenchError) {
        descriptor = try LocalSocket.connect(to: path)
    }

    deinit { close(descriptor) }

    /// Sends commands together and reads until the last one is answered.
    func ask(_ commands: [String]) throws(BenchError) {
        let lines = commands.enumerated().map { "{\"command\": [\($1)], \"request_id\": \($0 + 1)}\n" }
        let text = Array(lines.joined().utf8)
        guard write(descriptor, text, text.count) == text.count else { throw .system("ask mpv", errno) }
        var answer = ""
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw .system("hear mpv", errno) }
            answer += String(decoding: buffer[..<count], as: UTF8.self)
            let whole = answer.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if whole.contains(where: { $0.contains("\"request_id\":\(commands.count),") }) { return }
        }
    }
}
