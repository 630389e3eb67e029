// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
package import OnCueClient
package import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueRuntime
package import PlayerControl

/// Checks everything that could prevent playback, concurrently, and always ends.
@MediaActor
struct MachineExaminer {
    /// The time limit of each part.
    private static let limit = Duration.seconds(5)
    /// The time limit of the daemon's report: the limit of its parts, plus the way to it.
    private static let healthLimit = Duration.seconds(7)
    /// The limit for starting the daemon. A failed start is reported after 25 s at most; it is tried through the bus,
    /// then directly.
    private static let startLimit = Duration.seconds(52)

    private enum Presence {
        case noBus
        case absent
        case running(process: Int?)
    }

    /// Must not block this thread while it connects.
    let connection: OnCueConnection
    private var environment: ClientEnvironment { connection.link.environment }

    func examine() async -> [HealthCheck] {
        let folders = Task { @MediaActor in await self.folders() }
        let desktop = Task { @MediaActor in await self.desktop() }
        let snapcast = Task { @MediaActor in await self.snapcast() }
        let clock = ClockChecks.check(ClockChecks.now(), isSynchronised: SystemClock.isSet)
        let (bus, presence) = await lookAtBus()
        let service = await lookAtService(presence)
        // Only a running daemon has a socket.
        let sockets = service.daemon.verdict == .failed ? [] : [await lookAtSocket()]
        let ways = [bus, service.daemon] + sockets
        return await ways + folders.value + [clock] + desktop.value + snapcast.value + service.parts
    }

    // MARK: Without the daemon

    private func folders() async -> [HealthCheck] {
        var needsRuntime = false
        if case .own = environment.busLocation { needsRuntime = true }
        let folders = FolderChecks.folders(environment.directories, needsRuntime: needsRuntime)
        let looks = folders.map { folder in
            Task { @MediaActor in
                await Self.blocking("folders." + folder.name) {
                    FolderChecks.check(folder, FolderChecks.state(of: folder.path))
                }
            }
        }
        var checks: [HealthCheck] = []
        for look in looks { checks.append(await look.value) }
        return checks
    }

    private func snapcast() async -> [HealthCheck] {
        let limit = BlockingExecutor(label: "oncue.doctor-sockets")
        return await [limit.run { SnapcastChecks.check() }].compactMap(\.self)
    }

    private func desktop() async -> [HealthCheck] {
        let wanted = DesktopFileChecks.wanted(in: ProcessEnvironment.variable("XDG_CURRENT_DESKTOP") ?? "")
        guard !wanted.isEmpty else { return [DesktopFileChecks.none] }
        let own = Self.folder(of: environment.directories.data)
        let shared = environment.directories.sharedData.map(Self.folder)
        var checks: [HealthCheck] = []
        for file in wanted {
            checks.append(
                await Self.blocking("desktop." + file.name) {
                    DesktopFileChecks.check(file, own: own, shared: shared)
                })
        }
        return checks
    }

    /// Returns the folder that contains a path.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }

    private func databaseFiles() async -> [HealthCheck] {
        var checks: [HealthCheck] = []
        for file in DatabaseFileChecks.files(environment.directories) {
            checks.append(
                await Self.blocking("databases." + file.name) {
                    DatabaseFileChecks.check(file.name, file.path, DatabaseFileChecks.state(of: file.path))
                })
        }
        return checks
    }

    /// Runs a check with disk access on a thread that it may block.
    private static func blocking(
        _ name: String, _ look: @escaping @Sendable () -> HealthCheck
    ) async -> HealthCheck {
        let answer = await MediaActor.value(within: limit) {
            await BlockingExecutor(label: "oncue.doctor." + name).run(look)
        }
        return answer ?? .unanswered(name, within: limit)
    }

    // MARK: The bus and the daemon

    private func lookAtSocket() async -> HealthCheck {
        let (directories, address) = (environment.directories, environment.busLocation.address)
        return await Self.blocking("daemon.socket") {
            let path = directories.directSocket
            let state = path.map { SocketChecks.state(of: $0, in: directories.runtime, busAddress: address) }
            return SocketChecks.check(path, in: directories.runtime, state ?? .there)
        }
    }

    private func lookAtBus() async -> (HealthCheck, Presence) {
        let location = environment.busLocation
        let answer = await MediaActor.value(within: Self.limit) { await Self.presence(at: location.address) }
        switch answer {
        case .success(let presence): return (DaemonChecks.bus(location, failure: nil), presence)
        case .failure(let error): return withoutBus(error.message)
        case nil: return withoutBus("no answer within \(Self.limit.components.seconds) s")
        }
    }

    /// Returns the check of a bus that cannot be reached; a private one is only absent, since its daemon starts it.
    private func withoutBus(_ failure: String) -> (HealthCheck, Presence) {
        let folder = environment.directories.runtime
        let isSafe = !PrivateDirectory.isPresent(folder) || PrivateDirectory.isSafe(folder)
        let check = DaemonChecks.bus(environment.busLocation, failure: failure, isFolderSafe: isSafe)
        return (check, check.verdict == .failed ? .noBus : .absent)
    }

    private static func presence(at address: String) async -> Result<Presence, BusError> {
        do throws(BusError) {
            let bus = try await MessageBus.connect(to: address)
            guard try await bus.owner(of: ServiceNames.busName) != nil else { return .success(.absent) }
            return .success(.running(process: try? await bus.processIdentifier(of: ServiceNames.busName)))
        } catch {
            return .failure(error)
        }
    }

    private func lookAtService(_ presence: Presence) async -> (daemon: HealthCheck, parts: [HealthCheck]) {
        let daemon: HealthCheck
        switch presence {
        case .noBus: daemon = DaemonChecks.noDaemon("oncued cannot be reached without the bus")
        case .absent:
            daemon =
                await identity(within: Self.startLimit, wasStarted: true)
                ?? DaemonChecks.noDaemon("oncued did not start within \(Self.startLimit.components.seconds) s")
        case .running(let process):
            daemon =
                await identity(within: Self.limit, wasStarted: false)
                ?? DaemonChecks.silentDaemon(process, within: Self.limit)
        }
        guard daemon.verdict != .failed else { return (daemon, await databaseFiles()) }
        let triggers = Task { @MediaActor in await self.triggers() }
        return (daemon, await parts() + triggers.value)
    }

    /// Returns the check of the daemon; `nil` if it does not answer.
    private func identity(within limit: Duration, wasStarted: Bool) async -> HealthCheck? {
        await MediaActor.value(within: limit) { [connection] in
            do throws(ClientError) {
                return DaemonChecks.daemon(try await connection.identity(), wasStarted: wasStarted)
            } catch {
                return DaemonChecks.noDaemon(error.message)
            }
        }
    }

    private func parts() async -> [HealthCheck] {
        let answer = await MediaActor.value(within: Self.healthLimit) { [connection] in
            do throws(ClientError) {
                return try await connection.serviceHealth()
            } catch {
                return [DaemonChecks.noHealth(error.message)]
            }
        }
        return answer ?? [.unanswered("daemon.health", within: Self.healthLimit)]
    }

    private func triggers() async -> [HealthCheck] {
        let answer = await MediaActor.value(within: Self.limit) { [connection] in
            do throws(ClientError) {
                return TriggerChecks.checks(try await connection.triggerSources())
            } catch {
                return [HealthCheck("triggers", .failed, error.message)]
            }
        }
        return answer ?? [.unanswered("triggers", within: Self.limit)]
    }
}

extension OnCueConnection: DoctorClient {
    package func health() async -> [HealthCheck] {
        // A thread that waits for a hanging bus could not keep any time limit.
        await MachineExaminer(connection: OnCueConnection(environment: link.environment)).examine()
    }

    package func shortcutFacts() async throws(ClientError) -> ShortcutFacts {
        var facts = ShortcutFacts()
        facts.intents = try await intents()
        do throws(ClientError) { facts.shortcuts = .success(try await shortcuts()) } catch {
            facts.shortcuts = .failure(error)
        }
        facts.cues = (try? await cues()) ?? []
        facts.activities = try await activities()
        facts.suggested = try await suggestions(limit: SuggestionRecord.limit)
        facts.names = await names()
        let directories = link.environment.directories
        let folders = ([directories.data] + directories.sharedData).map { $0 + "/intents" }
        facts.declarations = await BlockingExecutor(label: "oncue.doctor.shortcuts").run {
            folders.flatMap(ShortcutFacts.declarations)
        }
        return facts
    }

    private func names() async -> [String] {
        guard let bus = await link.reachable() else { return [] }
        return (try? await bus.knownNames()) ?? []
    }

    package func examine(
        _ player: PlayerReport, _ depth: ExaminationDepth
    ) async throws(ClientError) -> ConformanceReport {
        try await playerLink().examine(player, depth)
    }
}

extension ShortcutFacts {
    /// Returns the files in which programs declare tasks. Blocks.
    fileprivate static func declarations(in folder: String) -> [Declaration] {
        FileQuestions.names(in: folder).filter { $0.hasSuffix(".intents") }.sorted().map { name in
            let path = folder + "/" + name
            let bytes = FileQuestions.read(path, from: 0, limit: IntentLimits.fileBytes + 1)
            let isWhole = bytes.count <= IntentLimits.fileBytes
            return Declaration(path: path, text: isWhole ? String(decoding: bytes, as: UTF8.self) : nil)
        }
    }
}
