// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueClient
internal import OnCueCore
internal import OnCueRuntime

/// Delivers the changes of players, across any number of them and of bus connections. Sleeps while there are none.
@MediaActor
final class PlayerFollower {
    /// The pause before a silent player is asked once more.
    private static let pause = Duration.seconds(2)

    private let link: BusLink
    private let isWanted: (String) -> Bool
    private let updates: AsyncStream<PlayerListing>.Continuation
    /// The last delivered answers of players.
    private var answers: [String: PlayerLink.Answer] = [:]
    /// The connections of all of them, also of those that did not answer.
    private var owners: [String: String] = [:]
    /// The players being asked, and those of them that have sent signals meanwhile.
    private var asked: Set<String> = []
    private var late: Set<String> = []
    /// The order in which players were seen to be active.
    private var seen: [String: Int] = [:]
    private var count = 0
    /// Connections whose signals have not been processed yet.
    private var dirty: Set<String> = []
    private var hasNewNames = false

    init(
        link: BusLink, isWanted: @escaping @Sendable (String) -> Bool,
        updates: AsyncStream<PlayerListing>.Continuation
    ) {
        self.link = link
        self.isWanted = isWanted
        self.updates = updates
    }

    /// Returns when the task is cancelled.
    func run() async {
        await link.followConnections { bus in
            await follow(bus)
            forget()
            return true
        }
    }

    private func forget() {
        (answers, owners, dirty) = ([:], [:], [])
        updates.yield(PlayerListing())
    }

    /// Returns when the connection has ended.
    private func follow(_ bus: MessageBus) async {
        let (turns, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let hear: @MediaActor (BusSignal) -> Void = { [weak self] signal in
            self?.dirty.insert(signal.sender)
            if signal.arguments.dropFirst().first?.dictionaryValue?["PlaybackStatus"] != nil {
                self?.noteActivity(of: signal.sender)
            }
            continuation.yield()
        }
        let subscriptions = Subscriptions([
            bus.subscribe(path: PlayerLink.path, interface: PlayerLink.properties, member: "PropertiesChanged", hear),
            bus.subscribe(path: PlayerLink.path, interface: PlayerLink.playerInterface, member: "Seeked", hear),
            bus.watchOwners(below: "org.mpris.MediaPlayer2") { [weak self] in
                self?.hasNewNames = true
                continuation.yield()
            },
        ])
        defer { subscriptions.end() }
        link.whenClosed(bus) { continuation.finish() }
        let players = PlayerLink(bus: bus, patience: link.playerPatience)
        await meetAll(players)
        await withDiscardingTaskGroup { group in
            for name in owners.keys where isSilent(name) {
                group.addTask { await self.askAgain(name, players) }
            }
            for await _ in turns {
                // Concurrently, so that one that hangs delays no other.
                for name in await due(players) { group.addTask { await self.ask(name, players) } }
            }
            group.cancelAll()
        }
    }

    private func noteActivity(of sender: String) {
        for (name, owner) in owners where owner == sender {
            count += 1
            seen[name] = count
        }
    }

    // MARK: Asking

    /// Asks the players present at the beginning, and delivers their answers at once.
    private func meetAll(_ players: PlayerLink) async {
        guard let all = try? await players.answers(isWanted) else { return }
        for (name, answer) in all {
            take(answer, of: name)
            guard case .report(let report) = answer, seen[name] == nil, report.activity.seen > 0 else { continue }
            seen[name] = report.activity.seen - all.count
        }
        updates.yield(listing)
    }

    /// Returns the players with signals or new names since the last call. Departures are delivered.
    private func due(_ players: PlayerLink) async -> Set<String> {
        var due = Set(owners.filter { dirty.contains($0.value) }.keys)
        dirty = []
        guard hasNewNames else { return due }
        hasNewNames = false
        guard let present = try? await players.owners(isWanted) else { return due }
        let gone = owners.keys.filter { present[$0] == nil }
        for name in gone { take(.gone, of: name) }
        due.formUnion(present.filter { owners[$0.key] != $0.value }.keys)
        due.formIntersection(present.keys)
        owners = present
        // Answers of others due in a moment are delivered together.
        if !gone.isEmpty, due.isEmpty, asked.allSatisfy(isSilent) { updates.yield(listing) }
        return due
    }

    private func ask(_ name: String, _ players: PlayerLink, isRepeated: Bool = false) async {
        guard asked.insert(name).inserted else {
            late.insert(name)
            return
        }
        repeat {
            late.remove(name)
            let answer = await players.ask(name, seen: 0)
            // It may have left, or the connection may have ended, meanwhile.
            guard !Task.isCancelled, owners[name] != nil else { break }
            take(answer, of: name)
            updates.yield(listing)
        } while late.contains(name)
        asked.remove(name)
        if isSilent(name), !isRepeated { await askAgain(name, players) }
    }

    /// Asks a player again that was slow once and may answer without a signal before. If it is silent again, its next
    /// signal is waited for.
    private func askAgain(_ name: String, _ players: PlayerLink) async {
        guard (try? await MediaActor.sleep(for: Self.pause)) != nil, isSilent(name) else { return }
        await ask(name, players, isRepeated: true)
    }

    // MARK: State

    private func take(_ answer: PlayerLink.Answer, of name: String) {
        answers[name] = answer
        switch answer {
        case .report(let report): owners[name] = report.activity.owner
        case .silent(_, let owner): owners[name] = owner ?? owners[name]
        case .gone: (answers[name], owners[name]) = (nil, nil)
        }
    }

    private func isSilent(_ name: String) -> Bool {
        if case .silent? = answers[name] { true } else { false }
    }

    private var listing: PlayerListing {
        var listing = PlayerListing()
        for (name, answer) in answers {
            switch answer {
            case .report(var report):
                report.activity.seen = seen[name] ?? 0
                listing.players.append(report)
            case .silent(let answer, _): listing.silent.append(answer)
            case .gone: break
            }
        }
        return PlayerListing(players: listing.players, silent: listing.silent)
    }
}
