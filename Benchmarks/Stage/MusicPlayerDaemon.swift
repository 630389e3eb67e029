// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// An MPD with a configuration of its own, to compare with.
struct MusicPlayerDaemon {
    private var process: pid_t
    private let program: [String]
    private let sandbox: Sandbox
    let socket: String
    private let music: String

    /// Starts MPD with an empty library; `nil` when mpd or mpc is not installed.
    static func start(in sandbox: Sandbox) async throws -> MusicPlayerDaemon? {
        guard let program = Files.program("mpd") ?? ["/usr/sbin/mpd"].first(where: Files.isProgram),
            Files.program("mpc") != nil
        else { return nil }
        let home = sandbox.newPath("mpd")
        let music = home + "/music"
        try Files.makeFolder(home)
        try Files.makeFolder(music)
        let settings = """
            music_directory "\(music)"
            db_file "\(home)/database"
            state_file "\(home)/state"
            log_file "\(home)/log"
            bind_to_address "\(home)/socket"
            zeroconf_enabled "no"
            audio_output {
                type "null"
                name "null"
            }
            """
        try Files.write(Array(settings.utf8), to: home + "/mpd.conf")
        let words = [program, "--no-daemon", home + "/mpd.conf"]
        let process = try ChildProgram(words, in: sandbox).start()
        let mpd = MusicPlayerDaemon(
            process: process, program: words, sandbox: sandbox, socket: home + "/socket", music: music)
        try await mpd.waitUntilReady()
        return mpd
    }

    /// Puts a folder with `count` files into the library and reads it.
    ///
    /// - Returns: The time that `mpc update --wait` takes.
    func read(_ folder: String, expecting count: Int) throws(BenchError) -> Duration {
        guard symlink(folder, music + "/library") == 0 else { throw .system("make a symbolic link", errno) }
        let time = try command("update", "--wait").run()
        let list = music + ".list"
        try command("listall", output: .file(list)).run()
        let known = try Files.bytes(list).count { $0 == UInt8(ascii: "\n") }
        guard known == count else { throw BenchError("MPD knows \(known) of \(count) files") }
        return time
    }

    /// A command of mpc against this MPD.
    func command(
        _ words: String..., output: ChildProgram.Destination = .nowhere
    ) throws(BenchError) -> ChildProgram {
        guard let program = Files.program("mpc") else { throw BenchError("mpc is not installed") }
        return ChildProgram([program] + words, variables: ["MPD_HOST": socket], output: output, in: sandbox)
    }

    /// The memory that it has now and the most that it had, in megabytes.
    func memory() throws(BenchError) -> ProcessMemory { try ProcessMemory(process) }

    func stop() { sandbox.processes.end(process) }

    /// Ends it and starts it again.
    ///
    /// - Returns: The time from starting the program until it answers.
    mutating func restart() async throws -> Duration {
        stop()
        let begin = ContinuousClock.now
        process = try ChildProgram(program, in: sandbox).start()
        let deadline = begin + .seconds(30)
        while (try? MPDProtocol(socket: socket)) == nil {
            guard ContinuousClock.now < deadline else { throw BenchError("mpd does not start again") }
            try await Task.sleep(for: .milliseconds(1))
        }
        return begin.duration(to: .now)
    }

    private func waitUntilReady() async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            // The first update, of nothing, must be over.
            do throws(BenchError) {
                try command("update", "--wait").run()
                return
            } catch {
                guard ContinuousClock.now < deadline else { throw BenchError("mpd does not start: \(error)") }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
