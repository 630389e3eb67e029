// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import GLib
import Glibc
import JSON
import OnCueCore
import OnCueTestSupport
import Synchronization

/// A person's machine: an own home, own directories and an own bus, on which the real programs run.
///
/// Everything that runs on it is ended when this is released.
final class Machine: Sendable {
    let directory: TemporaryDirectory
    /// `nil` on a machine without a session bus.
    let bus: PrivateBus?
    let environment: [String: String]
    private let network: TwoNetworks.Host?
    private let daemons = Mutex<[ChildProcess]>([])
    private let slot: Slots.Slot

    /// - Parameters:
    ///   - other: A machine that the same test has already; tests that wait for a second place could wait for each other.
    ///   - network: The network and the host name of the machine; those of this one if absent.
    ///   - changes: Variables of the environment that are different here.
    init(
        hasSessionBus: Bool = true, beside other: Machine? = nil, in network: TwoNetworks.Host? = nil,
        _ changes: [String: String] = [:]
    ) async throws {
        self.network = network
        slot = if let other { other.slot } else { await Slots.shared.take() }
        directory = try TemporaryDirectory()
        bus = hasSessionBus ? try await PrivateBus() : nil
        for name in ["home", "run", "work"] { try directory.makeDirectory(name) }
        chmod(directory.file("run"), 0o700)
        try directory.write(
            "oncued", "#!/bin/sh\nexec '\(Products.program("oncued"))' --output silent \"$@\"\n".utf8)
        chmod(directory.file("oncued"), 0o700)
        var variables = [
            "HOME": directory.file("home"), "XDG_RUNTIME_DIR": directory.file("run"),
            "XDG_DATA_HOME": directory.file("data"), "XDG_STATE_HOME": directory.file("state"),
            "XDG_CACHE_HOME": directory.file("cache"), "XDG_CONFIG_HOME": directory.file("config"),
            "XDG_MUSIC_DIR": directory.file("none"), "ONCUE_DAEMON": directory.file("oncued"), "LC_ALL": "C.UTF-8",
            // Some plugins look for others in the home. In each home they would be loaded and noted anew.
            "GST_REGISTRY": Products.folder + "/test-plugins.bin", "GST_REGISTRY_UPDATE": "no",
            // Nobody's sound is used, whatever a test asks for.
            "PULSE_SERVER": "unix:" + directory.file("no-sound"), "ALSA_CONFIG_PATH": directory.file("no-sound"),
            "PIPEWIRE_REMOTE": directory.file("no-sound"), "JACK_NO_START_SERVER": "1",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + directory.file("no-system-bus"),
        ]
        if let bus { variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address }
        environment = variables.merging(changes) { _, changed in changed }
        try await Products.preparePlugins()
    }

    deinit {
        for process in processes { kill(process.identifier, SIGKILL) }
    }

    // MARK: Programs

    /// The words that run a program in the network of this machine.
    func words(_ program: String) -> [String] {
        (network?.entering ?? []) + [Products.program(program)]
    }

    private func start(
        _ program: String, _ words: [[UInt8]], changes: [String: String] = [:], directory: String? = nil
    ) throws -> ChildProcess {
        let all = self.words(program).map { Array($0.utf8) } + words
        return try ChildProcess(
            String(decoding: all[0], as: UTF8.self), words: Array(all.dropFirst()),
            environment: environment.merging(changes) { _, changed in changed }, directory: directory)
    }

    /// Runs `oncue` in the folder `work`.
    func oncue(_ words: String...) async throws -> ChildProcess.Result {
        try await oncue(words)
    }

    func oncue(_ words: [String]) async throws -> ChildProcess.Result {
        try await startOncue(words.map { Array($0.utf8) }).result()
    }

    /// Starts `oncue` with words that need not be text.
    func startOncue(_ words: [[UInt8]]) throws -> ChildProcess {
        try start("oncue", words, directory: directory.file("work"))
    }

    /// Runs `oncue`, which must succeed, and gives what it writes.
    @discardableResult
    func done(_ words: String...) async throws -> String {
        let result = try await oncue(words)
        guard result.status == 0 else { throw SupportError("oncue \(words): \(result.ending) \(result.errors)") }
        return result.output
    }

    /// Runs `oncue` with `--json`, which must succeed.
    func json(_ words: String...) async throws -> JSONValue {
        let result = try await oncue(words + ["--json"])
        guard result.status == 0 else { throw SupportError("oncue \(words): \(result.ending) \(result.errors)") }
        return try JSONValue(parsing: result.output, maximumCount: .max)
    }

    /// Starts the daemon and returns when it is on the bus; it runs as long as the machine.
    func startDaemon(_ words: String..., changes: [String: String] = [:]) async throws -> ChildProcess {
        let words = words.isEmpty ? ["--output", "silent"] : words
        let daemon = try start("oncued", words.map { Array($0.utf8) }, changes: changes)
        daemons.withLock { $0.append(daemon) }
        _ = try await daemon.errors.waitForLine { $0.contains("service: ready") }
        return daemon
    }

    /// Starts the daemon where it sees a disk; the number of the process is its own.
    func startDaemon(
        on disk: TestDisk, output: String = "silent", changes: [String: String] = [:]
    ) async throws -> ChildProcess {
        let words = disk.entering(Products.program("oncued")) + ["--output", output]
        let daemon = try ChildProcess(
            words[0], Array(words.dropFirst()), environment: environment.merging(changes) { _, changed in changed })
        daemons.withLock { $0.append(daemon) }
        _ = try await daemon.errors.waitForLine { $0.contains("service: ready") }
        return daemon
    }

    /// Runs the daemon to its end.
    func oncued(_ words: String..., changes: [String: String] = [:]) async throws -> ChildProcess.Result {
        try await ChildProcess.run(
            Products.program("oncued"), words, environment: environment.merging(changes) { _, changed in changed })
    }

    /// True where `setpriv` can run a program as somebody who may read nothing that is not for all.
    static let canBecomeNobody = access("/usr/bin/setpriv", X_OK) == 0

    /// Runs `oncue` as a person whom file rights bind, which they do not bind for root.
    func asNobody(_ words: String...) async throws -> ChildProcess.Result {
        guard getuid() == 0 else { return try await oncue(words) }
        let drop = ["--inh-caps=-dac_override,-dac_read_search", "--bounding-set=-dac_override,-dac_read_search"]
        return try await ChildProcess.run(
            "setpriv", drop + [Products.program("oncue")] + words, environment: environment,
            directory: directory.file("work"))
    }

    /// Runs `playerctl` on the session bus, which must succeed.
    @discardableResult
    func playerctl(_ words: String...) async throws -> String {
        let result = try await ChildProcess.run("playerctl", ["--player=oncue"] + words, environment: environment)
        guard result.status == 0 else { throw SupportError("playerctl \(words): \(result.errors)") }
        return String(result.output.reversed().drop { $0.isWhitespace }.reversed())
    }

    // MARK: What runs

    struct Process: Sendable, CustomStringConvertible {
        var identifier: Int32
        var name: String

        var description: String { "\(name) (\(identifier))" }
    }

    /// Every program that runs on this machine, known by the home in its environment. The bus of the test is none.
    var processes: [Process] {
        RunningProcesses.numbers(with: "HOME=" + directory.file("home")).compactMap { number in
            let state = String(decoding: RunningProcesses.read("/proc/\(number)/stat"), as: UTF8.self)
            // A process that has ended and waits for its parent runs no more.
            guard state.split(separator: ")").last?.split(separator: " ").first != "Z" else { return nil }
            let name = String(decoding: RunningProcesses.read("/proc/\(number)/comm").dropLast(), as: UTF8.self)
            // Until it has named itself, a worker has the name of the link that it was started by.
            return Process(identifier: number, name: name == "exe" ? "oncued-worker" : name)
        }
    }

    /// Waits until nothing runs on this machine any more, but for programs of one name.
    func waitUntilQuiet(except name: String? = nil, within limit: Duration = .seconds(60)) async throws {
        // The end of a process that is no child of ours makes no event.
        var running: [Process] = []
        try await waitUntil("all have ended, not \(running)", within: limit) {
            running = processes.filter { $0.name != name }
            return running.isEmpty
        }
    }

    /// What plays, as soon as it is as a test wants it.
    ///
    /// A test may ask a hundred times, so the program is asked that answers from a file where it can, and counts the
    /// position itself. What it says is only believed when the service says the same.
    @discardableResult
    func waitForNow(
        _ what: String, within limit: Duration = .seconds(60), _ matches: (JSONValue) -> Bool
    ) async throws -> JSONValue {
        var now = JSONValue.null
        try await waitUntil("\(what); there was \(now.text())", within: limit) {
            now = try await keptNow()
            guard matches(now) else { return false }
            now = try await json("now")
            return matches(now)
        }
        return now
    }

    private func keptNow() async throws -> JSONValue {
        let words = ["now", "--json"].map { Array($0.utf8) }
        let result = try await start("oncue-now", words, directory: directory.file("work")).result()
        guard result.status == 0 else { throw SupportError("oncue now: \(result.ending) \(result.errors)") }
        return try JSONValue(parsing: result.output, maximumCount: .max)
    }

    /// Waits until it has played on for a while from a position, by when the jump to it has been saved.
    func waitUntilPlayed(from seconds: Double, within limit: Duration = .seconds(60)) async throws {
        try await waitForNow("it has played on from \(seconds)", within: limit) {
            ($0["position"]?.doubleValue ?? 0) > seconds + 0.3
        }
    }

    /// Waits until the machine has been in a place for long enough to count.
    func waitUntilThere(_ place: String) async throws {
        var places: [JSONValue] = []
        try await waitUntil("the machine is in \(place); there was \(places.map { $0.text() })") {
            places = try await json("place")["items"]?.arrayValue ?? []
            return places.contains { $0["name"]?.stringValue == place && $0["here"] == true }
        }
    }

    /// Compiles a library of `Tests/Programs`.
    ///
    /// - Returns: Its path, for `LD_PRELOAD`.
    func preload(_ name: String) async throws -> String {
        let library = directory.file(name + ".so")
        let made = try await ChildProcess.run(
            "gcc", ["-shared", "-fPIC", "-o", library, Products.source + "/Tests/Programs/\(name).c"])
        guard made.status == 0 else { throw SupportError("\(name) is not made: \(made.errors)") }
        return library
    }

    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    static func text(of path: String) throws -> String { String(decoding: RunningProcesses.read(path), as: UTF8.self) }
}
