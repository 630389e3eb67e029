// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Changes of the queue on the bus")
struct QueueChangeTests {
    private static let name = ServiceNames.playback

    /// How many bytes a value takes in a message, at most (D-Bus specification, Marshalling).
    private func size(_ value: BusValue) -> Int {
        switch value {
        case .bool, .uint32, .int32: 4
        case .uint64: 8
        case .array(let values, _): 8 + size(values)
        case .structure(let values): (size(values) + 7) / 8 * 8
        default: 1 << 20
        }
    }

    private func size(_ values: [BusValue]) -> Int { values.reduce(0) { $0 + size($1) } }

    @Test("A change of a queue of 100,000 entries is a small signal, and so is another such queue in its place")
    @MediaActor
    func sizes() async throws {
        let rig = try await ServiceRig()
        let tracks = (0..<PlaybackQueue.capacity).map { _ in Track.sample("x") }
        let play = PlaybackCommand.play(tracks, startingAt: 0, shuffled: nil)
        try rig.controller.perform(play)
        await rig.settle()
        let entry = rig.controller.queue.entries[60_000].id
        let first = rig.controller.snapshot.queueRevision
        for (command, limit) in [
            (PlaybackCommand.moveEntry(entry, to: 5), 300), (.removeEntry(entry), 300),
            (.enqueue([tracks[0]], at: .at(7), shuffled: false), 300), (.clearQueue, 4096), (.undo, 4096), (play, 4096),
        ] {
            let count = rig.signals("QueueChanged").count
            try rig.controller.perform(command)
            await rig.settle()
            let signals = rig.signals("QueueChanged").dropFirst(count)
            #expect(signals.count == 1)
            #expect(signals.allSatisfy { size($0.arguments) <= limit && $0.arguments[3] == .bool(false) })
        }

        let answer = try await rig.call("GetQueueChanges", of: Self.name, [.uint64(first)])

        #expect(answer[2] == .bool(false))
        #expect(answer[3].arrayValue?.count == 6)
        #expect(size(answer) <= 8192)
    }

    @Test("The largest signal and the largest answer have no more bytes than is said")
    @MediaActor
    func largest() async throws {
        let rig = try await ServiceRig()
        try rig.controller.perform(.play([.sample("x")], startingAt: 0, shuffled: nil))
        let first = rig.controller.snapshot.queueRevision
        // Numbers of entries with gaps, so that bringing them back takes a part for each.
        for _ in 0..<QueueChange.partLimit - 2 {
            try rig.controller.perform(.enqueue([.sample("x")], at: .at(0), shuffled: false))
        }
        await rig.settle()
        try rig.controller.perform(.clearQueue)
        await rig.settle()
        let count = rig.signals("QueueChanged").count
        try rig.controller.perform(.undo)
        await rig.settle()

        let signal = try #require(rig.signals("QueueChanged").dropFirst(count).first)
        #expect(signal.arguments[3] == .bool(false))
        #expect(signal.arguments[6].arrayValue?.count == QueueChange.partLimit - 1)
        #expect(size(signal.arguments) <= 4096 - 256, "with room for the header")
        try rig.controller.perform(.clearQueue)
        try rig.controller.perform(.undo)
        let revision = rig.controller.snapshot.queueRevision
        let answer = try await rig.call("GetQueueChanges", of: Self.name, [.uint64(revision - 4)])
        #expect(answer[2] == .bool(false))
        #expect(size(answer) <= 8192 - 256)
        #expect(try await rig.call("GetQueueChanges", of: Self.name, [.uint64(first)])[2] == .bool(true))
    }

    @Test("GetQueue tells the revision that QueueChanged leads to")
    @MediaActor
    func revisions() async throws {
        let rig = try await ServiceRig()
        try await rig.play("album:blue")
        await rig.settle()
        let before = try await rig.call("GetQueue", of: Self.name, [.uint32(0), .uint32(0)])
        let count = rig.signals("QueueChanged").count
        try await rig.call("RemoveEntry", of: Self.name, [.uint64(1)])
        await rig.settle()
        let after = try await rig.call("GetQueue", of: Self.name, [.uint32(0), .uint32(0)])

        let signal = try #require(rig.signals("QueueChanged").dropFirst(count).first)
        #expect(signal.arguments[1] == before[4])
        #expect(signal.arguments[2] == after[4])
        #expect(signal.arguments[4] == .array([.structure([.uint32(0), .uint32(1)])], of: "(uu)"))
        #expect(signal.arguments[5] == .array([], of: "(uuu)"))
    }
}
