// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// Maintains the configuration while the service runs: applies changes of the file, and keeps the last valid version.
///
/// The kernel reports changes; without any, nothing wakes up.
@MediaActor
final class ConfigurationKeeper {
    /// Called for each key whose change takes effect at once, with the current configuration.
    var onChange: (@MediaActor (ConfigurationKey, Configuration) -> Void)?
    /// Called when something else is wrong with the file.
    var onProblems: (@MediaActor ([ConfigurationProblem]) -> Void)?

    /// Editors write in several steps.
    private static let settlingTime: Duration = .milliseconds(100)

    private let store: ConfigurationStore
    private let options: Configuration
    private let executor = BlockingExecutor(label: "oncue.configuration")
    private let log = Logger("configuration")
    private var current: ConfigurationChoice
    /// The paths that are watched: the file, and its target if it is a link.
    private var watched: [String] = []
    private var monitors: [FileMonitor] = []
    private var settling: Task<Void, Never>?

    /// The problems in the file.
    var problems: [ConfigurationProblem] { current.problems }

    nonisolated init(_ configuration: ServiceConfiguration) {
        store = ConfigurationStore(configuration.directories)
        options = configuration.options
        current = configuration.choice
    }

    /// Reports the problems in the file, saves it if it is valid, and applies changes from now on.
    ///
    /// It is saved before the service can be found: later, it would replace what a command has saved since.
    func begin() async {
        tellProblems()
        await keep(current)
        // Changes made since the start are found by the first check.
        settling = Task { @MediaActor [weak self] in await self?.look() }
    }

    func close() {
        settling?.cancel()
        monitors = []
        (onChange, onProblems) = (nil, nil)
    }

    /// Reads the file now, which the caller has written completely, and applies what has changed.
    func read() async {
        settling?.cancel()
        let (files, choice) = await executor.run { [store] in (store.watchable(), store.load()) }
        watch(files)
        await take(choice)
    }

    private func fileChanged() {
        settling?.cancel()
        settling = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: Self.settlingTime)) != nil else { return }
            await self?.look()
        }
    }

    private func look() async {
        let files = await executor.run { [store] in store.watchable() }
        guard !Task.isCancelled else { return }
        watch(files)
        let time = Self.settlingTime
        let (choice, rests) = await executor.run { [store] in (store.load(), store.rests(for: time)) }
        guard !Task.isCancelled else { return }
        // A file that is being written looks like a shorter one.
        if rests { await take(choice) } else { fileChanged() }
    }

    private func watch(_ files: [String]) {
        guard files != watched else { return }
        watched = files
        monitors = files.compactMap { file in FileMonitor(file) { [weak self] in self?.fileChanged() } }
        if files.isEmpty || monitors.count < files.count {
            log.warning(
                "cannot watch the configuration file; changes take effect at the next start", ["file": store.path])
        }
    }

    private func take(_ choice: ConfigurationChoice) async {
        let (before, isTold) = (current, choice.problems == current.problems)
        current.problems = choice.problems
        if !isTold {
            tellProblems()
            onProblems?(problems)
        }
        guard choice.isFromFile else { return }
        current = choice
        let counting = choice.configuration.overridden(by: options)
        for key in choice.configuration.changes(from: before.configuration) {
            if options.source(key) == .commandLine {
                log.info("a change has no effect, because the command line overrides it", ["key": key.name])
            } else if key.effect == .nextOpening {
                // It does not concern the daemon.
                continue
            } else if key.effect == .nextStart {
                log.info("a change takes effect at the next start", ["key": key.name])
            } else {
                onChange?(key, counting)
                log.info("changed", ["key": key.name, "value": counting.text(key)])
            }
        }
        await keep(choice)
    }

    private func tellProblems() {
        for problem in problems {
            let line = problem.line.map(String.init) ?? "-"
            guard problem.isFatal else {
                log.warning(
                    "a line of the configuration needs attention",
                    ["file": store.path, "line": line, "reason": problem.message])
                continue
            }
            log.error(
                "the configuration is broken; the last valid version stays in force, fix it with 'oncue config edit'",
                ["file": store.path, "line": line, "reason": problem.message])
        }
    }

    private func keep(_ choice: ConfigurationChoice) async {
        do throws(WholeFile.Failure) {
            try await executor.runThrowing { [store] () throws(WholeFile.Failure) in try store.keep(choice) }
        } catch {
            log.warning("cannot save the configuration as the last valid version", ["reason": error.message])
        }
    }
}
