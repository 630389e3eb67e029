// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// An operation on the output, with its time limit.
struct Operation {
    /// Ending a medium touches no file and no server.
    static let endingLimit: Duration = .seconds(3)
    /// Opening one may wait for a disk that spins up, or for a sound server.
    static let openingLimit: Duration = .seconds(20)

    var limit = openingLimit
    /// Whether it is carried out even if it is overtaken.
    var isLasting = false
    /// Whether it begins at once if nothing precedes it, instead of behind everything that waits for `MediaActor`.
    var isUrgent = false
    var body: @MediaActor () async -> Void
}

extension DeckEngine {
    /// Appends an operation; they run one after the other. After the engine has been shut down there are none.
    func submit(
        within limit: Duration = Operation.openingLimit, isLasting: Bool = false, isUrgent: Bool = false,
        _ body: @escaping @MediaActor () async -> Void
    ) {
        guard !isShutDown else { return }
        pending.append(Operation(limit: limit, isLasting: isLasting, isUrgent: isUrgent, body: body))
        guard !isWorking else { return }
        isWorking = true
        worker = isUrgent ? Task.immediate { await self.work() } : Task { await self.work() }
    }

    /// Discards the operations that have not begun, because a later call supersedes them.
    func overtake() {
        pending.removeAll { !$0.isLasting }
    }

    private func work() async {
        while !pending.isEmpty {
            let isDone = await perform(pending.removeFirst())
            if !isDone { giveUpOutput() }
        }
        isWorking = false
    }

    /// Runs an operation. Returns false if it exceeds its limit; it then continues on its own.
    @discardableResult
    func perform(_ operation: Operation) async -> Bool {
        await withCheckedContinuation { continuation in
            let race = Race(continuation)
            race.watchdog = Task {
                try? await MediaActor.sleep(for: operation.limit)
                race.finish(isDone: false)
            }
            let run: @MediaActor () async -> Void = {
                await operation.body()
                race.finish(isDone: true)
            }
            if operation.isUrgent { Task.immediate { await run() } } else { Task { await run() } }
        }
    }

    /// Starts over with another output, because this one does not respond.
    ///
    /// Its data is lost then; the service continues.
    private func giveUpOutput() {
        log.error("the output does not respond; giving it up")
        let position = position
        newGeneration()
        requestedState = .null
        replaceGraph()
        guard let medium = current else { return abandon() }
        guard medium.stage != .lost else { return }
        if medium.hasHung {
            return failOutput(
                PlaybackError(
                    .noAudioOutput, "cannot play \(medium.request.location): the output does not respond"))
        }
        current?.hasHung = true
        reopen(at: position ?? medium.start, announces: medium.announcesSeek)
    }
}

/// Whichever comes first: the end of an operation or its time limit.
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
