// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import OnCueRuntime
internal import SubsonicLibrary

/// What is asked once, and answered in one line of JSON.
struct Answers {
    private typealias Fault = SubsonicPlace.Fault

    /// The most bytes of what is asked.
    private static let largest = 16 << 10
    private let place = SubsonicPlace(Files.directories)

    func tellState() {
        do throws(Fault) {
            let settings = try place.settings()
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
                        .init("login", state?["way"] ?? ""), .init("pins", .array(pins + others)),
                        .init("copied", state?["copied"] ?? 0), .init("copyFault", state?["copyFault"] ?? .null),
                    ])
            }
            Output.say([
                .init("process", .int(orNull: running.map { Int($0.process) })), .init("servers", .array(servers)),
                .init("limit", .int(settings.limit)),
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
            let outcome = try await SubsonicAdding(place).add(wish)
            Output.say([
                .init("server", outcome.server.json), .init("login", .string(outcome.way)),
                .init("program", .string(outcome.program)), .init("replaced", .bool(outcome.isReplaced)),
            ])
        } catch {
            Output.fail(error.message)
        }
    }

    /// Pins an item, or does not any longer.
    func pin(_ identifier: String, of key: String, _ isPinned: Bool) {
        change { settings throws(Fault) in
            guard settings.servers.contains(where: { $0.key == key }) else { throw Fault("there is no server \(key)") }
            var pins = settings.pins[key] ?? []
            guard isPinned || pins.contains(identifier) else { throw Fault("this is not pinned") }
            if isPinned, pins.contains(identifier) { return }
            guard !isPinned || SubsonicPlace.canPin(identifier) else {
                throw Fault("only songs, albums, artists, genres, playlists, podcasts and episodes can be pinned")
            }
            guard !isPinned || pins.count < SubsonicPlace.mostPins else {
                throw Fault("there are \(SubsonicPlace.mostPins) pinned items already, which is the limit")
            }
            if isPinned { pins.append(identifier) } else { pins.removeAll { $0 == identifier } }
            settings.pins[key] = pins.isEmpty ? nil : pins
        }
    }

    func setLimit(_ text: String) {
        guard let bytes = Int(text), bytes >= 0 else { Output.fail("expected a number of bytes") }
        change { $0.limit = bytes }
    }

    private func change(_ body: (inout SubsonicPlace.Settings) throws(Fault) -> Void) {
        do throws(Fault) {
            var settings = try place.settings()
            try body(&settings)
            try place.write(settings)
            Output.say([.init("changed", true)])
        } catch {
            Output.fail(error.message)
        }
    }

    func remove(_ key: String) {
        do throws(Fault) {
            var settings = try place.settings()
            guard let server = settings.servers.first(where: { $0.key == key }) else {
                Output.fail("there is no server \(key)")
            }
            settings.servers.removeAll { $0.key == key }
            settings.pins[key] = nil
            try place.write(settings)
            try place.keep(nil, of: key)
            place.removeCopies(of: key)
            Output.say([.init("server", server.json), .init("left", .int(settings.servers.count))])
        } catch {
            Output.fail(error.message)
        }
    }
}
