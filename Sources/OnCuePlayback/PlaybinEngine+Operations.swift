// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// Something that the player is to do, and how long it may take.
struct Operation {
    /// Ending a medium touches no file and no server.
    static let endingLimit: Duration = .seconds(3)
    /// Opening one may wait for a disk that spins up, or for a sound server.
    static let openingLimit: Duration = .seconds(20)

    var limit = openingLimit
    var body: @MediaActor () async -> Void
}

extension PlaybinEngine {
    /// Appends an operation; they run one after the other. After the engine has been shut down there are none.
    func submit(within limit: Duration = Operation.openingLimit, _ body: @escaping @MediaActor () async -> Void) {
        guard !isShutDown else { return }
        pending.append(Operation(limit: limit, body: body))
        guard worker == nil else { return }
        worker = Task { await self.work() }
    }

    /// Forgets the operations that have not begun, because a later call overtakes them.
    func overtake() {
        pending.removeAll()
    }

    private func work() async {
        while !pending.isEmpty {
            let isDone = await perform(pending.removeFirst())
            if !isDone { giveUpPlayer() }
        }
        worker = nil
    }

    /// Runs an operation; returns false when it takes too long, and leaves it to itself.
    @discardableResult
    func perform(_ operation: Operation) async -> Bool {
        await withCheckedContinuation { continuation in
            let race = Race(continuation)
            race.watchdog = Task {
                try? await MediaActor.sleep(for: operation.limit)
                race.finish(isDone: false)
            }
            Task {
                await operation.body()
                race.finish(isDone: true)
            }
        }
    }

    /// Opens the current medium with another player, because this one does not answer.
    ///
    /// Threads of playbin3 1.22 can wait for each other for ever when a medium is ended in an unlucky moment. They and
    /// what they hold are lost then; the service goes on.
    private func giveUpPlayer() {
        log.error("the player does not answer and is given up")
        overtake()
        generation += 1
        cancelTimers()
        requestedState = .null
        let position = position
        replaceGraph()
        guard let medium = current, medium.stage != .lost else { return }
        if medium.hasHung {
            fail(PlaybackError(.failed, "cannot play \(medium.request.location): the player does not answer"))
            return
        }
        current?.hasHung = true
        reopen(at: position ?? medium.start, announcesSeek: medium.announcesSeek || medium.seekTarget != nil)
    }
}

/// What comes first: the end of an operation or that of its time.
@MediaActor
private final class Race {
    var watchdog: Task<Void, Never>?
    private var continuation: CheckedContinuation<Bool, Never>?

    init(_ continuation: CheckedContinuation<Bool, Never>) {
        self.continuation = continuation
    }

    func finish(isDone: Bool) {
        watchdog?.cancel()
        continuation?.resume(returning: isDone)
        continuation = nil
    }
}
