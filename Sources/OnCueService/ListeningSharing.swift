// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueState
internal import SharedListening

/// Has listening exchanged with paired machines, when it has changed here and once at the start. Without changes, nothing
/// wakes up.
@MediaActor
final class ListeningSharing {
    /// Several changes go at once.
    private static let settling: Duration = .seconds(10)
    /// The least time between two exchanges.
    private static let pause: Duration = .seconds(30)

    /// What the user shares.
    private(set) var topics: Set<SharedTopic> = []

    private let store: ListeningStore
    private var exchange: ListeningExchange?
    private var state = ""
    private var follower: Task<Void, Never>?
    private var next: Task<Void, Never>?
    /// How many changes were there at the last exchange.
    private var known: Int64?
    private var last: ContinuousClock.Instant?

    init(store: ListeningStore) { self.store = store }

    func follow(_ exchange: ListeningExchange, _ configuration: ServiceConfiguration) {
        self.exchange = exchange
        state = configuration.directories.state
        topics = Self.topics(configuration.settings.sharedTopics)
    }

    /// Shares other things from now on.
    func share(_ words: [String]) {
        topics = Self.topics(words)
        known = nil
        plan()
    }

    private static func topics(_ words: [String]) -> Set<SharedTopic> { Set(words.compactMap(SharedTopic.init)) }

    /// From here on, changes are exchanged.
    func begin() {
        let changes = store.changes()
        follower = Task { @MediaActor [weak self] in
            for await _ in changes { self?.plan() }
        }
        plan()
        // The library may have got what came from others before.
        if !topics.isEmpty, let exchange { Task { try? await exchange.placeWaiting() } }
    }

    func close() {
        follower?.cancel()
        next?.cancel()
        exchange = nil
    }

    private func plan() {
        guard next == nil, !topics.isEmpty, exchange != nil else { return }
        let wait = max(Self.settling, (last.map { $0 + Self.pause - .now }) ?? .zero)
        next = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: wait)) != nil else { return }
            await self?.run()
        }
    }

    private func run() async {
        next = nil
        last = .now
        guard let count = try? await store.sharedCount(), count != known, !topics.isEmpty,
            await !HandoffMachines.paired(state: state).isEmpty
        else { return }
        known = count
        await HandoffMachines.exchangeListening()
    }
}
