// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
package import OnCueRuntime

/// Sends requests to players on one bus.
@MediaActor
package struct PlayerLink {
    package static let prefix = "org.mpris.MediaPlayer2."
    package static let path = "/org/mpris/MediaPlayer2"
    package static let playerInterface = "org.mpris.MediaPlayer2.Player"
    package static let properties = "org.freedesktop.DBus.Properties"
    /// The name of playerctld, which represents another player, and knows the order of their activity.
    static let playerctld = "playerctld"
    /// The time limit of an action.
    private static let longPatience = Duration.seconds(5)
    /// The largest accepted reply, in bytes. Some players send their pictures in it.
    package static let largestReply = 8 << 20
    /// The longest message of a player, in bytes.
    nonisolated package static let longestMessage = 300
    /// More than any user has.
    private static let mostPlayers = 100

    package let bus: MessageBus
    /// The time limit of a player's report. Players usually answer in a millisecond.
    let patience: Duration

    // MARK: Listing

    /// The names of the players that are there, without the prefix, in no order.
    func names() async throws(BusError) -> [String] {
        let reply = try await bus.call("ListNames", of: Self.busName, at: "/org/freedesktop/DBus", on: Self.busName)
        let names = reply.first?.stringsValue ?? []
        return names.filter { $0.hasPrefix(Self.prefix) && $0.utf8.count > Self.prefix.utf8.count }
            .prefix(Self.mostPlayers).map { String($0.dropFirst(Self.prefix.count)) }
    }

    /// Returns the present and wanted players, with their connections.
    func owners(_ isWanted: (String) -> Bool) async throws(BusError) -> [String: String] {
        var owners: [String: String] = [:]
        for name in try await names() where isWanted(name) {
            owners[name] = try await bus.owner(of: Self.prefix + name)
        }
        return owners
    }

    /// All wanted players, asked concurrently.
    func listing(_ isWanted: (String) -> Bool) async throws(ClientError) -> PlayerListing {
        do throws(BusError) {
            var listing = PlayerListing()
            for answer in try await answers(isWanted).values {
                switch answer {
                case .report(let report): listing.players.append(report)
                case .silent(let silent, _): listing.silent.append(silent)
                case .gone: break
                }
            }
            return PlayerListing(players: listing.players, silent: listing.silent)
        } catch {
            throw ClientError(.unavailable, "cannot list the players on the bus: \(error.message)")
        }
    }

    /// The result of asking a player.
    enum Answer: Sendable {
        case report(PlayerReport)
        /// With the unique name of its connection, if the bus has provided that.
        case silent(PlayerListing.Silent, owner: String?)
        /// It has left the bus meanwhile.
        case gone
    }

    /// Returns the answers of the wanted players, by name; they are asked concurrently.
    func answers(_ isWanted: (String) -> Bool) async throws(BusError) -> [String: Answer] {
        let all = try await names()
        let order = all.contains(Self.playerctld) ? await orderOfPlayerctld() : []
        return await withTaskGroup(of: (String, Answer).self) { group in
            for name in all where isWanted(name) {
                let seen = order.firstIndex(of: Self.prefix + name).map { order.count - $0 } ?? 0
                group.addTask { (name, await self.ask(name, seen: seen)) }
            }
            var answers: [String: Answer] = [:]
            for await (name, answer) in group { answers[name] = answer }
            return answers
        }
    }

    /// - Parameter seen: Its known position in the order of activity.
    func ask(_ name: String, seen: Int) async -> Answer {
        var known: String?
        do throws(BusError) {
            guard let owner = try await bus.owner(of: Self.prefix + name) else { return .gone }
            known = owner
            async let identity = identity(of: owner)
            let reply = try await get("GetAll", [.string(Self.playerInterface)], of: owner)
            let activity = PlayerActivity(seen: seen, owner: owner)
            let properties = PlayerProperties(reply.first?.dictionaryValue ?? [:])
            return .report(properties.report(name: name, identity: await identity, activity: activity))
        } catch {
            if BusLink.isNobodyThere(error) || error.name == BusError.noReply { return .gone }
            return .silent(
                PlayerListing.Silent(name: name, reason: Self.reason(error, patience)), owner: known)
        }
    }

    private func identity(of owner: String) async -> String? {
        let reply = try? await get("Get", [.string("org.mpris.MediaPlayer2"), .string("Identity")], of: owner)
        return reply?.first?.filledText
    }

    private func get(
        _ member: String, _ arguments: [BusValue], of owner: String
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            member, of: Self.properties, at: Self.path, on: owner, arguments, timeout: patience,
            startsService: false, largestReply: Self.largestReply)
    }

    /// Returns the names of playerctld's players, the most recently active first; where it runs, it watches them all
    /// the time.
    private func orderOfPlayerctld() async -> [String] {
        let reply = try? await get(
            "Get", [.string("com.github.altdesktop.playerctld"), .string("PlayerNames")],
            of: Self.prefix + Self.playerctld)
        return reply?.first?.stringsValue ?? []
    }

    private static func reason(_ error: BusError, _ patience: Duration) -> String {
        error.name == BusError.timedOut
            ? "did not answer within \(patience.components.seconds) s" : "sent an invalid answer: \(said(error))"
    }

    /// Returns the player's message, which may be of any length, shortened.
    private static func said(_ error: BusError) -> String { error.message.shortened(toBytes: longestMessage) }

    // MARK: Commands

    func perform(_ call: PlayerCall, on player: PlayerReport) async throws(ClientError) {
        let (member, interface, arguments): (String, String, [BusValue]) =
            switch call {
            case .method(let name, let arguments): (name, Self.playerInterface, arguments)
            case .set(let name, let value):
                ("Set", Self.properties, [.string(Self.playerInterface), .string(name), .variant(value)])
            }
        do throws(BusError) {
            try await bus.call(
                member, of: interface, at: Self.path, on: Self.prefix + player.name, arguments,
                timeout: Self.longPatience, startsService: false)
        } catch {
            throw Self.failure(error, player)
        }
    }

    private static func failure(_ error: BusError, _ player: PlayerReport) -> ClientError {
        if BusLink.isNobodyThere(error) || error.name == BusError.noReply {
            return ClientError(.notFound, "\(player.title) (\(player.name)) has quit")
        }
        if error.name == BusError.timedOut {
            return ClientError(
                .failed, "\(player.title) (\(player.name)) \(reason(error, longPatience)); it may still have done it")
        }
        return ClientError(.refused, "\(player.title) (\(player.name)) refused: \(said(error))")
    }

    private static let busName = "org.freedesktop.DBus"
}
