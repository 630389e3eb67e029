// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueHandoff
import OnCueInterface
import Synchronization

/// Who plays, over all machines.
final class Listener: Sendable {
    private let playing = Mutex<(now: Set<String>, most: Int)>(([], 0))

    func note(_ machine: String, isPlaying: Bool) {
        playing.withLock {
            if isPlaying { $0.now.insert(machine) } else { $0.now.remove(machine) }
            $0.most = max($0.most, $0.now.count)
        }
    }

    var now: Set<String> { playing.withLock { $0.now } }
    /// The most machines that ever played at once.
    var most: Int { playing.withLock { $0.most } }
}

/// A machine on paper: it plays, or does not, and takes every step once.
actor PaperMachine: HandoffService {
    typealias Failure = ServiceError

    /// What goes wrong at a step.
    enum Fault: CaseIterable {
        /// It refuses, and nothing has changed.
        case refuses
        /// It has done it, but its answer is lost, and it cannot be reached again.
        case lostAfter
        /// It cannot be reached any longer.
        case lostBefore
        /// It has done it, and then something fails that may mean anything.
        case failsAfter
    }

    let name: String
    let listener: Listener
    private var fault: (step: String, kind: Fault)?
    private var isLost = false
    private(set) var steps: [String] = []
    var isPlaying: Bool { didSet { listener.note(name, isPlaying: isPlaying) } }
    private var released: (number: UInt64, wasPlaying: Bool)?
    private var takenBack: Set<UInt64> = []
    private var prepared: (number: UInt64, hasBegun: Bool, wasPlaying: Bool)?
    var run: UInt64 = 1
    var position: Duration = .seconds(70)
    /// What its queue has.
    private let title: String
    private(set) var began: HandoffStart?
    /// The queue that was prepared last.
    private(set) var taken: HandedQueue?

    init(
        _ name: String, _ listener: Listener, isPlaying: Bool, title: String = "Blue", fault: (String, Fault)? = nil
    ) {
        self.title = title
        (self.name, self.listener, self.isPlaying, self.fault) = (name, listener, isPlaying, fault)
        listener.note(name, isPlaying: isPlaying)
    }

    /// The daemon is killed and begins anew: it is paused, at a position that is older, and knows of nothing.
    func crash() {
        (isPlaying, run, position) = (false, run + 1, .seconds(66))
        (released, prepared, takenBack) = (nil, nil, [])
    }

    /// The daemon that has begun anew plays its saved session on.
    func playOn() { isPlaying = true }

    private func take<Answer>(_ step: String, _ body: () throws(ServiceError) -> Answer) throws(ServiceError) -> Answer
    {
        let lost = ServiceError(.unavailable, "the connection was lost")
        if isLost { throw lost }
        steps.append(step)
        guard let fault, fault.step == step else { return try body() }
        switch fault.kind {
        case .refuses: throw ServiceError(.notPlayable, "\(name) does not \(step)")
        case .lostBefore:
            isLost = true
            throw lost
        case .failsAfter:
            _ = try body()
            throw ServiceError(.failed, "\(name) did not answer in time")
        case .lostAfter:
            isLost = true
            _ = try body()
            throw lost
        }
    }

    func handedQueue() async throws(ServiceError) -> HandedQueue {
        try take("queue") { () throws(ServiceError) in
            var entry = HandedEntry(title: title)
            entry.identifier = 5
            return HandedQueue(
                machine: name, run: run, entries: [entry], current: 0, position: position, isPlaying: isPlaying)
        }
    }

    func prepareHandoff(_ queue: HandedQueue) async throws(ServiceError) -> PreparedHandoff {
        try take("prepare") { () throws(ServiceError) in
            prepared = (7, false, isPlaying)
            taken = queue
            isPlaying = false
            return PreparedHandoff(number: 7, run: run, machine: name, title: "Blue", total: 1, found: 1)
        }
    }

    func releaseForHandoff(_ number: UInt64) async throws(ServiceError) -> ReleasedHandoff {
        try take("release") { () throws(ServiceError) in
            guard !takenBack.contains(number) else { throw ServiceError(.overtaken, "it was given up") }
            if released?.number != number { released = (number, isPlaying) }
            isPlaying = false
            return ReleasedHandoff(
                run: run, title: "Blue", entry: 5, position: position, isPlaying: released?.wasPlaying ?? false)
        }
    }

    func beginHandoff(_ start: HandoffStart) async throws(ServiceError) {
        try take("begin") { () throws(ServiceError) in
            guard prepared?.number == start.number else { throw ServiceError(.overtaken, "something else") }
            prepared?.hasBegun = true
            began = start
            isPlaying = start.isPlaying
        }
    }

    func discardHandoff(_ number: UInt64) async throws(ServiceError) {
        try take("discard") { () throws(ServiceError) in
            guard let former = prepared, !former.hasBegun else { return }
            prepared = nil
            isPlaying = former.wasPlaying
        }
    }

    func takeBackHandoff(_ number: UInt64) async throws(ServiceError) {
        try take("takeBack") { () throws(ServiceError) in
            takenBack.insert(number)
            guard let former = released, former.number == number else { return }
            released = nil
            isPlaying = former.wasPlaying
        }
    }
}
