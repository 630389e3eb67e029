// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient
internal import OnCueCore
internal import OnCueRuntime

/// The place of one daemon: its directories, which outlive it, and its bus.
final class Host {
    let home: String
    let bus: PrivateMessageBus
    let sandbox: Sandbox
    private let watch: NameWatch
    private let program: ChildProgram
    private let log: String

    private let ownsBus: Bool

    /// - Parameters:
    ///   - bus: Where it is to be; a bus of its own if absent.
    ///   - variables: Of the daemon, beside those of its place.
    init(
        in sandbox: Sandbox, output: String = "silent", on bus: PrivateMessageBus? = nil,
        _ variables: [String: String] = [:]
    ) async throws {
        self.sandbox = sandbox
        home = sandbox.newPath("home")
        log = home + "/oncued.log"
        try Files.makeFolder(home)
        try Files.makeFolder(home + "/runtime")
        ownsBus = bus == nil
        let bus = try bus ?? PrivateMessageBus(in: sandbox)
        self.bus = bus
        watch = try await NameWatch(address: bus.address)
        program = ChildProgram(
            [try Files.programBeside("oncued"), "--output", output],
            variables: Self.variables(sandbox, home, bus).merging(variables) { $1 }, error: .file(log), in: sandbox)
    }

    /// Starts the daemon and waits until it has its name.
    func start() async throws -> Daemon {
        let begin = ContinuousClock.now
        let process = try program.start()
        guard let ready = await watch.nextOwner(since: begin, within: .seconds(20)) else {
            let words = (try? Files.text(log))?.split(separator: "\n").last.map { ": \($0)" } ?? ""
            throw BenchError("oncued does not appear on the bus\(words)")
        }
        return Daemon(
            process: process, client: connect(), startTime: begin.duration(to: ready), sandbox: sandbox)
    }

    /// The socket at which the daemon answers without the bus.
    var directSocket: String { home + "/runtime/oncue/direct" }

    /// A further client of the daemon.
    func connect() -> OnCueConnection {
        OnCueConnection(
            environment: ClientEnvironment(
                directories: UserDirectories(
                    environment: sandbox.variables(home: home), userID: getuid(), homeFallback: home),
                // A daemon that has gone must show, not be started again.
                busLocation: .session(address: bus.address), daemonOverride: "/nonexistent"))
    }

    /// A command of the client against the daemon of this place.
    func command(
        _ words: String..., input: Int32? = nil, output: ChildProgram.Destination = .nowhere
    ) throws(BenchError) -> ChildProgram {
        program([try Files.programBeside("oncue-now")] + words, input: input, output: output)
    }

    /// Waits for the end of a program that was started here.
    ///
    /// - Returns: Its status.
    func wait(for process: pid_t) -> Int32 { sandbox.processes.wait(for: process) }

    /// A command of the client in a terminal.
    func command(on screen: TerminalScreen, _ words: String...) throws(BenchError) -> ChildProgram {
        ChildProgram(
            [try Files.programBeside("oncue-now")] + words,
            variables: Self.variables(sandbox, home, bus).merging(["TERM": "xterm-256color"]) { $1 },
            input: screen.programEnd, output: .descriptor(screen.programEnd), in: sandbox)
    }

    /// Any program, on the bus of this place.
    ///
    /// - Parameter others: Variables beside those of its place.
    func program(
        _ words: [String], _ others: [String: String] = [:], input: Int32? = nil,
        output: ChildProgram.Destination = .nowhere
    ) -> ChildProgram {
        ChildProgram(
            words, variables: variables.merging(others) { $1 }, input: input, output: output, in: sandbox)
    }

    /// The variables of the programs of this place.
    var variables: [String: String] { Self.variables(sandbox, home, bus) }

    /// Ends its own bus and removes the directories; the daemon must have been stopped.
    func remove() {
        if ownsBus { bus.stop() }
        Files.remove(home)
    }

    private static func variables(_ sandbox: Sandbox, _ home: String, _ bus: PrivateMessageBus) -> [String: String] {
        sandbox.variables(home: home).merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
    }
}
