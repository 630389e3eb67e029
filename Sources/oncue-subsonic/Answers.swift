// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueClient
internal import OnCueRuntime
internal import SecretService
internal import SubsonicLibrary

/// The commands that are answered once, with one line of JSON.
struct Answers {
    private typealias Fault = SubsonicFiles.Fault

    /// The maximum size of the input, in bytes.
    private static let largest = 16 << 10
    /// The time limit for the user to unlock the keyring.
    private static let unlockPatience: Duration = .seconds(60)
    private let files = SubsonicFiles(Files.directories)

    func tellState() {
        do throws(Fault) {
            let settings = try files.settings()
            let logins = try files.logins()
            let running = StateFile.read(Files.state)
            let servers = settings.servers.map { server -> JSONValue in
                guard case .object(let members) = server.json else { return .null }
                let state = running?.state["servers"]?[server.key]
                let pins = state?["pins"]?.arrayValue ?? []
                let isShown = Set(pins.compactMap { $0["identifier"]?.stringValue })
                let others = (settings.pins[server.key] ?? []).filter { !isShown.contains($0) }.map {
                    pin -> JSONValue in
                    ["identifier": .string(pin), "title": .string(pin), "songs": 0, "copies": 0]
                }
                return .object(
                    members + [
                        .init("busName", .string(server.busName)), .init("state", state?["state"] ?? "unknown"),
                        .init("error", state?["error"] ?? .null), .init("program", state?["program"] ?? ""),
                        .init("login", state?["way"] ?? ""),
                        .init("kept", .string(logins[server.key]?.place ?? "none")),
                        .init("pins", .array(pins + others)),
                        .init("copied", state?["copied"] ?? 0), .init("copyFault", state?["copyFault"] ?? .null),
                    ])
            }
            Output.say([
                .init("process", .int(orNull: running.map { Int($0.process) })), .init("servers", .array(servers)),
                .init("limit", .int(settings.limit)), .init("keyring", running?.state["keyring"] ?? .null),
            ])
        } catch {
            Output.fail(error.message)
        }
    }

    func add() async {
        guard let line = readLine(strippingNewline: true), line.utf8.count <= Self.largest,
            let json = try? JSONValue(parsing: line), let wish = SubsonicAdding.Wish(json)
        else { Output.fail("expected a server in a line of JSON") }
        do throws(Fault) {
            let outcome = try await SubsonicAdding(files, await logins()).add(
                wish, unlockingWithin: Self.unlockPatience, notice: Self.askUser)
            Output.say([
                .init("server", outcome.server.json), .init("login", .string(outcome.way)),
                .init("program", .string(outcome.program)), .init("replaced", .bool(outcome.isReplaced)),
                .init("kept", .string(outcome.kept.place)),
                .init("keyring", .string(orNull: outcome.kept.fault?.message)),
                .init("keyringFault", .string(orNull: outcome.kept.fault?.code)),
            ])
        } catch {
            Output.fail(error.message)
        }
    }

    /// Pins an item, or unpins it.
    func pin(_ identifier: String, of key: String, _ isPinned: Bool) {
        change { settings throws(Fault) in
            guard settings.servers.contains(where: { $0.key == key }) else { throw Fault("there is no server \(key)") }
            var pins = settings.pins[key] ?? []
            guard isPinned || pins.contains(identifier) else { throw Fault("this is not pinned") }
            if isPinned, pins.contains(identifier) { return }
            guard !isPinned || SubsonicFiles.canPin(identifier) else {
                throw Fault("only songs, albums, artists, genres, playlists, podcasts and episodes can be pinned")
            }
            guard !isPinned || pins.count < SubsonicFiles.mostPins else {
                throw Fault("there are \(SubsonicFiles.mostPins) pinned items already, which is the limit")
            }
            if isPinned { pins.append(identifier) } else { pins.removeAll { $0 == identifier } }
            settings.pins[key] = pins.isEmpty ? nil : pins
        }
    }

    func setLimit(_ text: String) {
        guard let bytes = Int(text), bytes >= 0 else { Output.fail("expected a number of bytes") }
        change { $0.limit = bytes }
    }

    private func change(_ body: (inout SubsonicFiles.Settings) throws(Fault) -> Void) {
        do throws(Fault) {
            try files.change(body)
            Output.say([.init("changed", true)])
        } catch {
            Output.fail(error.message)
        }
    }

    func remove(_ key: String) async {
        do throws(Fault) {
            guard let server = try files.settings().servers.first(where: { $0.key == key }) else {
                Output.fail("there is no server \(key)")
            }
            var left = 0
            try files.change { settings in
                settings.servers.removeAll { $0.key == key }
                settings.pins[key] = nil
                left = settings.servers.count
            }
            let fault = try await logins().forget(
                server, unlockingWithin: Self.unlockPatience, notice: Self.askUser)
            files.removeCopies(of: key)
            Output.say([
                .init("server", server.json), .init("left", .int(left)),
                .init("keyring", .string(orNull: fault?.message)),
                .init("keyringFault", .string(orNull: fault?.code)),
            ])
        } catch {
            Output.fail(error.message)
        }
    }

    /// Asks the user, through the desktop, to unlock the keyring.
    func unlock() async {
        do throws(SecretFault) {
            try await keyring().unlock(within: Self.unlockPatience)
            Output.say([.init("unlocked", true)])
        } catch {
            Output.fail("the keyring \(error.message)")
        }
    }

    // MARK: The keyring

    @MediaActor
    private func logins() -> SubsonicLogins { SubsonicLogins(files, keyring()) }

    @MediaActor
    private func keyring() -> SecretService {
        let link = OnCueConnection(environment: .current(), isPassing: true).link
        return SecretService { await link.reachable() }
    }

    private static func askUser() {
        Output.note("the keyring is locked; your desktop asks you for its password, for a minute")
    }
}
