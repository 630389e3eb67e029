// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
package import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
internal import PlayableContent
internal import SecretService
internal import SubsonicProtocol
internal import SystemServices

/// Shows each configured server as a separate branch, and follows the settings.
@MediaActor
package final class SubsonicProgram {
    /// A server that is shown.
    @MediaActor
    private final class Branch {
        let server: SubsonicServer
        let credential: SubsonicCredential
        let connection: SubsonicConnection
        let source: SubsonicSource
        let copies: SubsonicCopies
        let plays: SubsonicPlays?
        let manager: PlayableContentManager
        var run: Task<Void, Never>?
        /// The reason why it is not shown.
        var fault: String?

        init(
            _ server: SubsonicServer, _ credential: SubsonicCredential, _ files: SubsonicFiles,
            _ service: OnCueConnection, _ network: NetworkCost
        ) {
            (self.server, self.credential) = (server, credential)
            connection = SubsonicConnection(server, credential)
            source = SubsonicSource(connection)
            copies = SubsonicCopies(connection, in: files, source)
            source.copies = copies
            let retry = PlaysRetry { await network.watch($0) }
            plays =
                server.tellsPlays
                ? SubsonicPlays(connection, source, in: files, reports: ServiceReports(service), retry: retry) : nil
            manager = PlayableContentManager(name: server.name, icon: "network-server", busName: server.busName)
        }

        isolated deinit { run?.cancel() }

        /// Ends for good, including everything under way.
        func end() {
            run?.cancel()
            connection.onState = nil
            copies.end()
            plays?.end()
        }

        /// The pinned items that were last passed to the copies.
        private(set) var pins: [String] = []

        func follow(_ pins: [String]) {
            self.pins = pins
            copies.follow(pins)
        }
    }

    private let files: SubsonicFiles
    private let log = Logger("subsonic")
    private let executor = BlockingExecutor(label: "oncue.subsonic.files")
    private let service: OnCueConnection
    private let network = NetworkCost(system: SystemBus())
    private let logins: SubsonicLogins
    /// Logins from the keyring with their revisions, by the keys of servers.
    private var given: [String: (revision: String, credential: SubsonicCredential)] = [:]
    /// The reason why the keyring did not return a login, or did not accept one from the file; `nil` if it works, or
    /// before it was asked.
    private var keyringFault: SecretFault?
    private var hasAskedKeyring = false
    /// Whether the keyring must be asked again.
    private var awaitsKeyring = false
    private var keyringWatch: [BusSubscription] = []
    private var retry: Task<Void, Never>?
    /// The pause before a failing keyring is asked again.
    private var pause = SubsonicProgram.firstPause
    private var branches: [String: Branch] = [:]
    private var faults: [String: String] = [:]
    private var monitor: FileMonitor?
    /// Follows the current item, for the servers that show it.
    private var playing: Task<Void, Never>?
    /// The last current item, for servers that are shown later.
    private var current: (identifier: String?, state: PlaybackState)?
    /// The maximum size of all copies, in bytes.
    private var limit = SubsonicFiles.defaultLimit
    private var isLooking = false
    private var isChanged = false
    /// Called whenever the state changes.
    private let onState: @Sendable (JSONValue) -> Void
    /// Called when the message bus is gone.
    private let onEnd: @Sendable (String) -> Void

    package init(
        _ files: SubsonicFiles, onState: @escaping @Sendable (JSONValue) -> Void,
        onEnd: @escaping @Sendable (String) -> Void
    ) {
        (self.files, self.onState, self.onEnd) = (files, onState, onEnd)
        let service = OnCueConnection(environment: .current(), isPassing: true)
        self.service = service
        logins = SubsonicLogins(files, SecretService { await service.link.reachable() })
    }

    /// Begins, and continues until the process ends.
    package func begin() async throws(SubsonicFiles.Fault) {
        let files = files
        guard await executor.run({ PrivateDirectory.make(files.folder) }) else {
            throw SubsonicFiles.Fault("\(files.folder) cannot be made, or is not a private folder of yours")
        }
        monitor = FileMonitor(files.folder) { [weak self] in self?.look() }
        let service = service
        playing = Task { @MediaActor [weak self] in
            await service.followNowPlaying { [weak self] update in self?.note(update) }
        }
        look()
    }

    private func note(_ update: NowPlayingUpdate) {
        // A daemon that has restarted reports its current item.
        guard case .report(let report) = update else { return }
        let state = report.state ?? (report.status == .stopped ? .stopped : .paused)
        current = (report.entry?.identifier, state)
        for branch in branches.values { branch.plays?.nowPlaying(report.entry?.identifier, state) }
    }

    /// Reads the settings again.
    private func look() {
        isChanged = true
        guard !isLooking else { return }
        isLooking = true
        Task { @MediaActor [weak self] in
            while let self, self.isChanged {
                self.isChanged = false
                await self.follow()
            }
            self?.isLooking = false
        }
    }

    private func follow() async {
        guard let (settings, kept) = await read() else { return }
        // Servers that need no keyring do not wait for it.
        show(settings, kept)
        await askKeyring(settings, kept)
        guard let (settings, kept) = await read() else { return }
        show(settings, kept)
    }

    private func read() async -> (SubsonicFiles.Settings, [String: KeptLogin])? {
        let files = files
        do throws(SubsonicFiles.Fault) {
            return try await executor.runThrowing {
                () throws(SubsonicFiles.Fault) -> (SubsonicFiles.Settings, [String: KeptLogin]) in
                (try files.settings(), try files.logins())
            }
        } catch {
            log.warning("cannot read the settings", ["error": error.message])
            return nil
        }
    }

    private func show(_ settings: SubsonicFiles.Settings, _ kept: [String: KeptLogin]) {
        faults = [:]
        let isOther = limit != settings.limit
        limit = settings.limit
        for key in Array(branches.keys) where !settings.servers.contains(where: { $0.key == key }) { end(key) }
        given = given.filter { given in settings.servers.contains { $0.key == given.key } }
        for server in settings.servers {
            guard let credential = credential(kept[server.key], server.key) else {
                end(server.key)
                faults[server.key] = fault(kept[server.key])
                continue
            }
            let pins = settings.pins[server.key] ?? []
            if let known = branches[server.key], known.server == server, known.credential == credential {
                if known.pins != pins || isOther { known.follow(pins) }
                continue
            }
            end(server.key)
            begin(server, credential, pins)
        }
        tell()
    }

    // MARK: The keyring

    private func credential(_ login: KeptLogin?, _ key: String) -> SubsonicCredential? {
        if let credential = login?.credential { return credential }
        guard let login, let given = given[key], given.revision == login.revision else { return nil }
        return given.credential
    }

    /// Returns the reason why a server has no login; `nil` before the keyring was asked.
    private func fault(_ login: KeptLogin?) -> String? {
        guard login != nil else { return "its login is not kept here; add it again" }
        guard hasAskedKeyring else { return nil }
        return switch keyringFault {
        case nil: "its login is not in the keyring any longer; add it again"
        case .locked?, .declined?: "its login is in the keyring, which is locked; unlock it with: oncue subsonic unlock"
        case .absent?: "its login is in the keyring, which is not there; log in to your desktop, or add it again"
        case let other?: "its login is in the keyring, which \(other.message)"
        }
    }

    /// Gets the missing logins from the keyring, and moves those in the file to it. The user is not asked for anything,
    /// and the keyring is not started for the sake of logins in the file.
    private func askKeyring(_ settings: SubsonicFiles.Settings, _ kept: [String: KeptLogin]) async {
        let missing = settings.servers.filter {
            kept[$0.key]?.isInKeyring == true && credential(kept[$0.key], $0.key) == nil
        }
        let movable = settings.servers.filter { kept[$0.key]?.credential != nil }
        if keyringWatch.isEmpty {
            keyringWatch = await logins.keyring.watch { [weak self] in
                // A failing keyring is asked again after a pause, whatever it reports.
                guard let self, self.awaitsKeyring, self.retry == nil else { return }
                self.look()
            }
        }
        guard !missing.isEmpty || !movable.isEmpty else {
            (awaitsKeyring, hasAskedKeyring) = (false, true)
            return
        }
        // Changes that the keyring reports while it is asked are not missed.
        awaitsKeyring = true
        var fault: SecretFault?
        for server in missing where fault == nil {
            fault = await get(server, kept[server.key])
        }
        if fault == nil, !movable.isEmpty {
            if await logins.keyring.isThere() {
                for server in movable where fault == nil { fault = await move(server) }
            } else {
                fault = .absent
            }
        }
        hasAskedKeyring = true
        awaitsKeyring = fault != nil
        note(fault, isNeeded: !missing.isEmpty)
        tryAgainLater(fault)
    }

    private func get(_ server: SubsonicServer, _ login: KeptLogin?) async -> SecretFault? {
        guard let login, let identifier = login.identifier else { return nil }
        do throws(SecretFault) {
            given[server.key] = try await logins.login(identifier).map { (login.revision, $0) }
            return nil
        } catch { return error }
    }

    private func move(_ server: SubsonicServer) async -> SecretFault? {
        do throws(SubsonicFiles.Fault) {
            let (login, fault) = try await logins.move(of: server)
            guard fault == nil, let login, login.isInKeyring else { return fault }
            if let branch = branches[server.key], branch.server == server {
                given[server.key] = (login.revision, branch.credential)
            }
            log.info("a login is in the keyring now, and no longer in the file", ["server": server.name])
            return nil
        } catch {
            log.warning("a login cannot be moved to the keyring", ["server": server.name, "error": error.message])
            return nil
        }
    }

    /// Logs a problem with the keyring once.
    private func note(_ fault: SecretFault?, isNeeded: Bool) {
        defer { keyringFault = fault }
        guard let fault, fault != keyringFault else { return }
        switch fault {
        case .locked, .declined:
            log.warning(
                isNeeded
                    ? "the keyring with the logins is locked; unlock it with: oncue subsonic unlock"
                    : "the keyring is locked, so logins stay in the file; unlock it with: oncue subsonic unlock")
        case .absent, .empty:
            if isNeeded { log.warning("the keyring with the logins is not there", ["keyring": fault.message]) }
        case .failing: log.warning("the keyring cannot be used", ["keyring": fault.message])
        }
    }

    /// Asks a failing keyring again after growing pauses, since one that does not answer reports no changes either.
    private func tryAgainLater(_ fault: SecretFault?) {
        retry?.cancel()
        retry = nil
        guard case .failing? = fault else {
            pause = Self.firstPause
            return
        }
        let pause = pause
        self.pause = min(pause * 2, Self.longestPause)
        retry = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: pause)) != nil, let self else { return }
            retry = nil
            look()
        }
    }

    private static let firstPause: Duration = .seconds(2)
    private static let longestPause: Duration = .seconds(60)

    /// The state of the keyring, as far as it was asked.
    private var keyringState: String? {
        guard hasAskedKeyring, !branches.isEmpty || !faults.isEmpty else { return nil }
        return switch keyringFault {
        case nil: "unlocked"
        case .locked?, .declined?: "locked"
        case .absent?, .empty?: "none"
        case .failing?: "failing"
        }
    }

    // MARK: Branches

    private func end(_ key: String) { branches.removeValue(forKey: key)?.end() }

    private func begin(_ server: SubsonicServer, _ credential: SubsonicCredential, _ pins: [String]) {
        let branch = Branch(server, credential, files, service, network)
        branches[server.key] = branch
        branch.source.attach(to: branch.manager)
        branch.connection.onState = { [weak self, weak branch] in
            // Entries and copies that had to wait for the server can be sent and made now.
            if let branch, branch.connection.failure == nil {
                branch.plays?.update()
                branch.copies.update()
            }
            self?.tell()
        }
        branch.copies.room = { [weak self] in self?.room(of: server.key) ?? 0 }
        branch.copies.onChange = { [weak self, weak branch] in
            branch?.source.copiesChanged()
            self?.tell()
        }
        branch.follow(pins)
        // Listening from the time in which plays are not sent is not sent later either.
        if !server.tellsPlays {
            unlink(SubsonicPlays.file(of: server, in: files))
            unlink(SubsonicPlays.positions(of: server, in: files))
        }
        branch.plays?.update()
        if let current { branch.plays?.nowPlaying(current.identifier, current.state) }
        let manager = branch.manager
        branch.run = Task { @MediaActor [weak self, weak branch] in
            do throws(PlayableContentError) { try await manager.run() } catch {
                // The branch may have been replaced meanwhile.
                guard let self, let branch, branches[server.key] === branch else { return }
                if error.code == .noBus { onEnd(error.message) }
                branch.fault = error.message
                tell()
            }
        }
    }

    /// Returns the number of bytes that the copies of one server may take: the limit less the copies of the others.
    private func room(of key: String) -> Int {
        limit - branches.filter { $0.key != key }.values.reduce(0) { $0 + $1.copies.byteCount }
    }

    // MARK: State

    private func tell() {
        var servers: [JSONValue.Member] = []
        for (key, branch) in branches {
            let connection = branch.connection
            let error = branch.fault ?? connection.failure?.message
            let state = error != nil ? "failing" : connection.hasAnswered ? "available" : "unknown"
            servers.append(
                .init(
                    key,
                    [
                        "state": .string(state), "error": .string(orNull: error),
                        "program": .string(connection.program), "way": .string(branch.credential.way),
                        "copied": .int(branch.copies.byteCount), "copyFault": .string(orNull: branch.copies.fault),
                        "pins": .array(
                            branch.copies.state.map { pin in
                                [
                                    "identifier": .string(pin.record.item.identifier),
                                    "title": .string(pin.record.title),
                                    "songs": .int(pin.songs), "copies": .int(pin.copies),
                                ]
                            }),
                    ]))
        }
        for (key, fault) in faults {
            servers.removeAll { $0.name == key }
            servers.append(.init(key, ["state": "failing", "error": .string(fault), "program": "", "way": ""]))
        }
        onState(
            .object([.init("servers", .object(servers)), .init("keyring", .string(orNull: keyringState))]))
    }
}
