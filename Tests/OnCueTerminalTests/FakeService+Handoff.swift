// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface

extension FakeService {
    func handedQueue() async throws(ClientError) -> HandedQueue {
        guard var queue = try note("handed queue").handedQueue else {
            throw ClientError(.nothingPlaying, "the queue is empty; there is nothing to continue elsewhere")
        }
        for index in queue.entries.indices { queue.entries[index].identifier = UInt64(index) }
        return queue
    }

    func prepareHandoff(_ queue: HandedQueue) async throws(ClientError) -> PreparedHandoff {
        let titles = queue.entries.map(\.title)
        let own = try note("prepare " + titles.joined(separator: ", ")).handedQueue
        if let own, own.run == queue.run {
            throw ClientError(.refused, "this queue is from here; name another machine")
        }
        let known = own?.entries.map(\.title) ?? []
        guard !titles.isEmpty else { throw ClientError(.invalidValue, "a queue without entries was handed over") }
        let missing = titles.filter { !known.contains($0) }
        guard missing.count < titles.count else { throw ClientError(.notFound, "nothing of this queue is here") }
        return PreparedHandoff(
            number: 7, machine: "here", title: titles[queue.current],
            isElsewhere: missing.contains(titles[queue.current]), total: titles.count,
            found: titles.count - missing.count, missing: missing)
    }

    func releaseForHandoff(_ number: UInt64) async throws(ClientError) -> ReleasedHandoff {
        let state = try note("release \(number)")
        guard !state.takenBack.contains(number) else {
            throw ClientError(.overtaken, "this handoff was given up; nothing was handed over")
        }
        guard let queue = state.handedQueue else { throw ClientError(.nothingPlaying, "the queue is empty") }
        let answer = ReleasedHandoff(
            run: queue.run, title: queue.entries[queue.current].title, entry: UInt64(queue.current),
            position: queue.position, isPlaying: state.releasedNumber == number || queue.isPlaying)
        change {
            $0.handedQueue?.isPlaying = false
            $0.releasedNumber = number
        }
        return answer
    }

    func beginHandoff(_ start: HandoffStart) async throws(ClientError) {
        _ = try note(
            "begin \(start.number) at \(start.position / .seconds(1)) \(start.isPlaying ? "playing" : "paused")")
        guard start.number == 7 else { throw ClientError(.overtaken, "something else was requested there meanwhile") }
    }

    func discardHandoff(_ number: UInt64) async throws(ClientError) { _ = try note("discard \(number)") }

    func takeBackHandoff(_ number: UInt64) async throws(ClientError) {
        let released = try note("take back \(number)").releasedNumber
        change { $0.takenBack.insert(number) }
        guard released == number else { return }
        change { $0.handedQueue?.isPlaying = true }
    }

    func machines() async throws(ClientError) -> [MachineRecord] {
        try note("machines").machines.sorted { $0.name < $1.name }
    }

    func continueHere(from machine: String) async throws(ClientError) -> ContinuedHere {
        let state = try note("continue from \(machine)")
        guard let record = state.machines.first(where: { $0.name == machine }) else {
            throw ClientError(.notFound, "\"\(machine)\" is not paired with this machine")
        }
        guard record.isReachable else { throw ClientError(.notAvailable, "\(machine) does not answer") }
        return state.continued
    }
}
