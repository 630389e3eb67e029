// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueRuntime
internal import PlayerControl

/// A player under examination: calls to it have a time limit, and its signals are recorded.
@MediaActor
final class ExaminedPlayer {
    static let prefix = "org.mpris.MediaPlayer2"
    /// The time limit for a player to answer, and to signal the effects of a call.
    private static let patience = Duration.seconds(1)
    private static let step = Duration.milliseconds(20)
    /// The most signals that are processed.
    private static let mostSignals = 1000

    private let bus: MessageBus
    private let owner: String
    private var subscription: BusSubscription?
    /// The signals since the last ``forget()``.
    private(set) var signals: [BusSignal] = []

    init(bus: MessageBus, owner: String) {
        self.bus = bus
        self.owner = owner
        subscription = bus.subscribe(sender: owner, path: PlayerLink.path) { [weak self] in self?.hear($0) }
    }

    func forget() { signals = [] }

    private func hear(_ signal: BusSignal) {
        if signals.count < Self.mostSignals { signals.append(signal) }
    }

    // MARK: Asking

    func call(_ member: String, _ arguments: [BusValue] = [], of interface: String = ".Player") async throws(BusError)
        -> [BusValue]
    {
        try await bus.call(
            member, of: Self.prefix + interface, at: PlayerLink.path, on: owner, arguments, timeout: Self.patience,
            startsService: false, largestReply: PlayerLink.largestReply)
    }

    /// Returns the properties of an interface; `nil` if the player does not have it.
    func properties(_ interface: String = ".Player") async -> [String: BusValue]? {
        let answer = try? await bus.call(
            "GetAll", of: PlayerLink.properties, at: PlayerLink.path, on: owner, [.string(Self.prefix + interface)],
            timeout: Self.patience, startsService: false, largestReply: PlayerLink.largestReply)
        guard let values = answer?.first?.dictionaryValue, !values.isEmpty else { return nil }
        return values.mapValues(\.unwrapped)
    }

    func get(_ name: String) async -> BusValue? {
        let answer = try? await bus.call(
            "Get", of: PlayerLink.properties, at: PlayerLink.path, on: owner,
            [.string(PlayerLink.playerInterface), .string(name)], timeout: Self.patience, startsService: false,
            largestReply: PlayerLink.largestReply)
        return answer?.first?.unwrapped
    }

    /// - Returns: The error with which the player refuses; `nil` if it accepts.
    func set(_ name: String, _ value: BusValue) async -> BusError? {
        do throws(BusError) {
            try await bus.call(
                "Set", of: PlayerLink.properties, at: PlayerLink.path, on: owner,
                [.string(PlayerLink.playerInterface), .string(name), .variant(value)], timeout: Self.patience,
                startsService: false, largestReply: PlayerLink.largestReply)
            return nil
        } catch {
            return error
        }
    }

    func position() async -> Duration? { await get("Position")?.intValue.map { .microseconds($0) } }

    // MARK: Hearing

    /// Returns true as soon as a condition is true, false after the limit.
    func wait(_ condition: () async -> Bool) async -> Bool {
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            if await condition() { return true }
            guard (try? await MediaActor.sleep(for: Self.step)) != nil else { return false }
        }
        return await condition()
    }

    /// Waits so that the player has time to send signals.
    func listen(for time: Duration = .milliseconds(300)) async { try? await MediaActor.sleep(for: time) }

    /// The announced changes of the player's properties, in order.
    var announced: [[String: BusValue]] {
        signals.filter {
            $0.member == "PropertiesChanged" && $0.arguments.first?.stringValue == PlayerLink.playerInterface
        }
        .compactMap { $0.arguments.dropFirst().first?.dictionaryValue }
    }

    func hasAnnounced(_ name: String) -> Bool { announced.contains { $0[name] != nil } }

    /// The positions of `Seeked`.
    var jumps: [Duration] {
        signals.filter { $0.member == "Seeked" }
            .compactMap { $0.arguments.first?.intValue.map { .microseconds($0) } }
    }
}
