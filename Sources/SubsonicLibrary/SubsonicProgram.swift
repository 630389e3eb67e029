// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import CommandLineParsing
internal import GLib
internal import OnCueClient
package import OnCueRuntime
internal import PlayableContent
internal import SubsonicProtocol

/// Shows every server that is set as a branch of its own, and follows the settings.
@MediaActor
package final class SubsonicProgram {
    /// One server that is shown.
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

        init(
            _ server: SubsonicServer, _ credential: SubsonicCredential, _ place: SubsonicPlace,
            _ service: OnCueConnection
        ) {
            (self.server, self.credential) = (server, credential)
            connection = SubsonicConnection(server, credential)
            source = SubsonicSource(connection)
            copies = SubsonicCopies(connection, in: place, source)
            source.copies = copies
            plays =
                server.tellsPlays ? SubsonicPlays(connection, source, in: place, reports: ServiceReports(service)) : nil
            manager = PlayableContentManager(name: server.name, icon: "network-server", busName: server.busName)
        }

        isolated deinit { run?.cancel() }

        /// Ends for good, whatever is under way.
        func end() {
            run?.cancel()
            connection.onState = nil
            copies.end()
            plays?.end()
        }

        /// What is pinned, as it was followed last.
        private(set) var pins: [String] = []

        func follow(_ pins: [String]) {
            self.pins = pins
            copies.follow(pins)
        }
    }

    private let place: SubsonicPlace
    private let log = Logger("subsonic")
    private let executor = BlockingExecutor(label: "oncue.subsonic.files")
    private let service: OnCueConnection
    private var branches: [String: Branch] = [:]
    private var faults: [String: String] = [:]
    private var monitor: FileMonitor?
    /// The most bytes of all copies.
    private var limit = SubsonicPlace.defaultLimit
    private var isLooking = false
    private var isChanged = false
    /// Told whenever the state is another one.
    private let onState: @Sendable (JSONValue) -> Void
    /// Called when the message bus is gone.
    private let onEnd: @Sendable (String) -> Void

    package init(
        _ place: SubsonicPlace, onState: @escaping @Sendable (JSONValue) -> Void,
        onEnd: @escaping @Sendable (String) -> Void
    ) {
        (self.place, self.onState, self.onEnd) = (place, onState, onEnd)
        service = OnCueConnection(environment: .current(), isPassing: true)
    }

    /// Begins, and goes on until the process ends.
    package func begin() async throws(SubsonicPlace.Fault) {
        let place = place
        guard await executor.run({ PrivateDirectory.make(place.folder) }) else {
            throw SubsonicPlace.Fault("\(place.folder) cannot be made, or is not a private folder of yours")
        }
        monitor = FileMonitor(place.folder) { [weak self] in self?.look() }
        look()
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
        let place = place
        do throws(SubsonicPlace.Fault) {
            let (settings, credentials) = try await executor.runThrowing {
                () throws(SubsonicPlace.Fault) -> (SubsonicPlace.Settings, [String: SubsonicCredential]) in
                let settings = try place.settings()
                var credentials: [String: SubsonicCredential] = [:]
                for server in settings.servers { credentials[server.key] = try place.credential(of: server.key) }
                return (settings, credentials)
            }
            show(settings, credentials)
        } catch {
            log.warning("cannot read the settings", ["error": error.message])
        }
    }

    private func show(_ settings: SubsonicPlace.Settings, _ credentials: [String: SubsonicCredential]) {
        faults = [:]
        let isOther = limit != settings.limit
        limit = settings.limit
        for key in Array(branches.keys) where !settings.servers.contains(where: { $0.key == key }) { end(key) }
        for server in settings.servers {
            guard let credential = credentials[server.key] else {
                end(server.key)
                faults[server.key] = "its login is not kept here; add it again"
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

    private func end(_ key: String) { branches.removeValue(forKey: key)?.end() }

    private func begin(_ server: SubsonicServer, _ credential: SubsonicCredential, _ pins: [String]) {
        let branch = Branch(server, credential, place, service)
        branches[server.key] = branch
        branch.source.attach(to: branch.manager)
        branch.connection.onState = { [weak self, weak branch] in
            // What could not be told or copied is now.
            if let branch, branch.connection.failure == nil {
                branch.plays?.update()
                branch.copies.update()
            }
            self?.tell()
        }
        branch.source.onPlaying = { [weak branch] in branch?.plays?.nowPlaying($0) }
        branch.copies.room = { [weak self] in self?.room(of: server.key) ?? 0 }
        branch.copies.onChange = { [weak self, weak branch] in
            branch?.source.copiesChanged()
            self?.tell()
        }
        branch.follow(pins)
        branch.plays?.update()
        let manager = branch.manager
        branch.run = Task { @MediaActor [weak self] in
            do throws(PlayableContentError) { try await manager.run() } catch {
                if error.code == .noBus { self?.onEnd(error.message) }
                self?.faults[server.key] = error.message
                self?.tell()
            }
        }
    }

    /// The bytes that the copies of one server may have: what those of the others leave.
    private func room(of key: String) -> Int {
        limit - branches.filter { $0.key != key }.values.reduce(0) { $0 + $1.copies.byteCount }
    }

    // MARK: State

    private func tell() {
        var servers: [JSONValue.Member] = []
        for (key, branch) in branches {
            let connection = branch.connection
            let state = connection.failure != nil ? "failing" : connection.hasAnswered ? "available" : "unknown"
            servers.append(
                .init(
                    key,
                    [
                        "state": .string(state), "error": .string(orNull: connection.failure?.message),
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
        onState(.object([.init("servers", .object(servers))]))
    }
}
